package dev.sojourn.app.whole.web;

import static dev.sojourn.app.whole.web.Answer.HTML;
import static dev.sojourn.app.whole.web.Answer.html;
import static dev.sojourn.app.whole.web.Answer.inTurn;
import static dev.sojourn.app.whole.web.Answer.raw;
import static dev.sojourn.app.whole.web.Answer.rawKept;
import static dev.sojourn.app.whole.web.Answer.titled;
import static dev.sojourn.app.whole.web.Answer.to;
import static dev.sojourn.app.whole.web.Right.asked;
import static dev.sojourn.app.whole.web.Right.askedTimes;
import static dev.sojourn.app.whole.web.Right.indexed;
import static dev.sojourn.app.whole.web.Right.neverSends;
import static dev.sojourn.app.whole.web.Right.nothingAskedWith;
import static dev.sojourn.app.whole.web.Right.outcome;
import static dev.sojourn.app.whole.web.Right.pausedAtLeast;
import static dev.sojourn.app.whole.web.Right.text;
import static dev.sojourn.app.whole.web.Right.title;
import static dev.sojourn.app.whole.web.Right.unasked;
import static dev.sojourn.app.whole.web.Right.unindexed;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/// Answers: types, codings, statuses, redirects, heads, chunks, connections, and waiting.
final class AnswerCases {
  /// A body of twelve bytes, another one for each page.
  private static final String TWELVE = "{twelve}";

  private static final byte[] BROTLI = {0x0b, 0x02, (byte) 0x80, 'h', 'e', 'l', 'l', 'o', 0x03};

  private AnswerCases() {}

  static List<WebCase> all() {
    return Stream.of(
            types(), codings(), statuses(), redirects(), fields(), chunks(), connections(), waits())
        .flatMap(List::stream)
        .toList();
  }

  private static List<WebCase> types() {
    return List.of(
        type("no type, and one that says nothing, are looked at", true)
            .page("none", typed("none"))
            .page("empty", typed("empty", "Content-Type:"))
            .page("unknown", typed("unknown", "Content-Type: unknown/unknown"))
            .page("app", typed("app", "Content-Type: application/unknown"))
            .page("star", typed("star", "Content-Type: */*"))
            .page("word", typed("word", "Content-Type: html"))
            .targets("to-none", "to-empty", "to-unknown", "to-app", "to-star", "to-word")
            .holds(asked("to-none", "to-empty", "to-unknown", "to-app", "to-star", "to-word")),
        type("without a type a comment or blanks may come first", true)
            .page("comment", Answer.of(200, "<!-- x --><title>c</title><a href=to1>x</a>"))
            .page("blank", Answer.of(200, "  \n<p>text <a href=to2>x</a>"))
            .targets("to1", "to2")
            .holds(asked("to1", "to2")),
        type("text/html in any letters, twice, in a list, with odd parameters", true)
            .page("upper", typed("upper", "Content-Type: TEXT/HTML"))
            .page("twice", typed("twice", "Content-Type: text/html", "Content-Type: text/html;a=b"))
            .page("list", typed("list", "Content-Type: text/html, text/html"))
            .page("semi", typed("semi", "Content-Type: text/html;"))
            .page("odd", typed("odd", "Content-Type:  text/html ; charset"))
            .targets("to-upper", "to-twice", "to-list", "to-semi", "to-odd")
            .holds(asked("to-upper", "to-twice", "to-list", "to-semi", "to-odd")),
        type("other types are not read as HTML, whatever they hold", false)
            .page("plain", typed("plain", "Content-Type: text/plain"))
            .page("octet", typed("octet", "Content-Type: application/octet-stream"))
            .page("json", typed("json", "Content-Type: application/json"))
            .page("png", typed("png", "Content-Type: image/png"))
            .holds(unindexed("not-html", "plain", "octet", "json", "png"))
            .holds(nothingAskedWith("/to-")));
  }

  private static WebCase type(String says, boolean isSniffed) {
    return of("type", says, isSniffed ? "MIME Sniffing 7" : "MIME Sniffing 5, RFC 9110 8.3");
  }

  private static Answer typed(String name, String... fields) {
    return Answer.of(
        200,
        "<!DOCTYPE html><title>" + name + "</title><p>{at}<a href=to-" + name + ">x</a>",
        fields);
  }

  private static List<WebCase> codings() {
    return List.of(
        of(
                "coding",
                "names of what is no compression leave the body",
                "RFC 9110 8.4.1, as servers do")
            .page("none", coded("none", "none"))
            .page("identity", coded("identity", "identity"))
            .page("utf", coded("utf", "UTF-8"))
            .page("latin", coded("latin", "iso-8859-1"))
            .page("binary", coded("binary", "binary"))
            .page("eight", coded("eight", "8bit"))
            .page("aws", coded("aws", "aws-chunked"))
            .page("empty", coded("empty", ""))
            .holds(indexed("none", "identity", "utf", "latin"))
            .holds(indexed("binary", "eight", "aws", "empty")),
        of(
                "coding",
                "gzip by its other name, in capitals, twice, and beside none",
                "RFC 9110 8.4.1.3")
            .page("x", packed(Answer.gzip("<title>x</title><p>x"), "x-gzip"))
            .page("upper", packed(Answer.gzip("<title>u</title><p>u"), "GZIP"))
            .page("twice", packed(Answer.gzip(Answer.gzip("<title>t</title><p>t")), "gzip, gzip"))
            .page("both", packed(Answer.gzip("<title>b</title><p>b"), "identity, gzip"))
            .holds(title("x", "x"), title("upper", "u"), title("twice", "t"), title("both", "b")),
        of("coding", "deflate with its head and without it", "RFC 9110 8.4.1.2")
            .page("zlib", packed(Answer.deflate("<title>z</title><p>z", false), "deflate"))
            .page("bare", packed(Answer.deflate("<title>b</title><p>bare", true), "deflate"))
            .holds(title("zlib", "z"), title("bare", "b")),
        of("coding", "a page that is not of its coding, or is cut, failed", "RFC 9110 8.4")
            .page("br", packed(BROTLI, "br"))
            .page("plain", packed("<p>no gzip".getBytes(StandardCharsets.UTF_8), "gzip"))
            .page("cut", packed(half(Answer.gzip("<p>cut" + "word ".repeat(500))), "gzip"))
            .holds(outcome("broken-encoding", "br", "plain", "cut")));
  }

  private static Answer coded(String name, String coding) {
    return html("<title>" + name + "</title><p>{at}" + name, "Content-Encoding: " + coding);
  }

  private static Answer packed(byte[] body, String coding) {
    return Answer.of(200, body, HTML, "Content-Encoding: " + coding);
  }

  private static byte[] half(byte[] bytes) {
    return java.util.Arrays.copyOf(bytes, bytes.length / 2);
  }

  private static List<WebCase> statuses() {
    return List.of(
        of("status", "where the status decides, a broken body changes nothing", "RFC 9110 15")
            .page("gone", Answer.of(404, BROTLI, HTML, "Content-Encoding: br"))
            .page("garbled", Answer.of(410, "no gzip", HTML, "Content-Encoding: gzip"))
            .page("cut", Answer.cut(404, "<p>cut", HTML))
            .page("denied", Answer.endless(403, "", "<p>and on", HTML))
            .holds(outcome("client-error", "gone", "garbled", "cut", "denied")),
        of("status", "a redirect is followed whatever its body is", "RFC 9110 15.4")
            .page("br", Answer.of(302, BROTLI, "Location: t1", "Content-Encoding: br"))
            .page("garbled", Answer.of(301, "x", "Location: t2", "Content-Encoding: gzip"))
            .page("cut", Answer.cut(307, "x", "Location: t3"))
            .page("endless", Answer.endless(308, "", "and on", "Location: t4"))
            .targets("t1", "t2", "t3", "t4")
            .holds(asked("t1", "t2", "t3", "t4")),
        of("status", "a part that was not asked for is no whole page", "RFC 9110 15.3.7")
            .page("a", Answer.of(206, "<title>p</title>", HTML, "Content-Range: bytes 0-15/900"))
            .holds(unindexed("no-page", "a")),
        of("status", "not modified is no page where nothing was known", "RFC 9110 15.4.5")
            .page("a", Answer.of(304, "", "ETag: \"x\""))
            .holds(unindexed("no-page", "a")),
        of("status", "an answer without content is no page and no fault", "RFC 9110 15.3.5")
            .page("a", Answer.of(204, ""))
            .holds(result -> outcome("fetched", "a").holdsFor(result)),
        of("status", "a redirect to nowhere is asked for once", "RFC 9110 15.4")
            .page("none", Answer.of(302, "<p>moved", HTML))
            .page("choice", Answer.of(300, "<title>o</title><a href=o1>1</a>", HTML))
            .targets("o1")
            .holds(askedTimes(1, "none"), askedTimes(1, "choice"), unindexed("no-page", "none")),
        of(
                "status",
                "unknown statuses are those of their hundred, beyond 599 a fault",
                "RFC 9110 15")
            .page("a", Answer.of(299, "<title>u</title><p>fine", HTML))
            .page("b", Answer.of(499, "no", HTML))
            .page("c", Answer.of(999, "no", HTML))
            .holds(title("a", "u"), outcome("client-error", "b"), outcome("server-error", "c")),
        of("status", "a login that a page wants is no fault", "RFC 9110 15.5.2")
            .page("a", Answer.of(401, "no", HTML, "WWW-Authenticate: Basic realm=\"x\""))
            .holds(outcome("client-error", "a"), neverSends("authorization"), askedTimes(1, "a")),
        of("status", "answers under way are not the answer", "RFC 9110 15.2")
            .page(
                "a",
                rawKept(
                    "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </x>;"
                        + "rel=preload\r\n\r\nHTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"
                        + "Content-Length: 12\r\n\r\n"
                        + TWELVE))
            .holds(text("a", "words")),
        of("status", "a status line without words, and one of 1.0", "RFC 9112 4")
            .page("a", raw("HTTP/1.1 200\r\nContent-Type: text/html\r\n\r\n<p>bare line {at}"))
            .page("b", raw("HTTP/1.0 200 OK\r\nContent-Type: text/html\r\n\r\n<p>version 1.0 {at}"))
            .holds(text("a", "bare line"), text("b", "version 1.0")));
  }

  private static List<WebCase> redirects() {
    return List.of(
        location("relative, with a query alone, without a scheme")
            .page("d/a", to("../t1"))
            .page("d/b", to("?t2"))
            .page("d/c", to("//{address}:{port}{at}../t3"))
            .targets("t1", "d/b?t2", "t3")
            .holds(asked("t1", "d/b?t2", "t3")),
        location("with a fragment, in capitals, with a backslash")
            .page("a", to("t1#part"))
            .page("b", to("HTTP://{address}:{port}{at}t2"))
            .page("c", to("\\\\{address}:{port}{at}t3"))
            .targets("t1", "t2", "t3")
            .holds(asked("t1", "t2", "t3"), nothingAskedWith("#")),
        location("with blanks inside and around it")
            .page("a", to(" t 1 \t"))
            .targets("t%201")
            .holds(asked("t%201")),
        location("with raw bytes, of UTF-8 and of others")
            .page("a", to("caf\u00c3\u00a9"))
            .page("b", to("l\u00e9"))
            .targets("caf%C3%A9", "l%E9")
            .holds(asked("caf%C3%A9", "l%E9")),
        location("with a name and a password, which are dropped")
            .page("a", to("http://me:secret@{address}:{port}{at}t1"))
            .targets("t1")
            .holds(asked("t1"), neverSends("authorization")),
        location("five in a row are followed, a sixth is not")
            .page("five", to("c2"))
            .on("c2", to("c3"))
            .on("c3", to("c4"))
            .on("c4", to("c5"))
            .on("c5", to("end"))
            .targets("end")
            .page("six", to("k2"))
            .on("k2", to("k3"))
            .on("k3", to("k4"))
            .on("k4", to("k5"))
            .on("k5", to("k6"))
            .on("k6", to("never"))
            .targets("never")
            .holds(indexed("end"), outcome("redirect-loop", "six"), unasked("never")),
        location("a circle ends at its first repetition")
            .page("a", to("b"))
            .on("b", to("a"))
            .page("self", to(""))
            .holds(outcome("redirect-loop", "a", "self"), askedTimes(1, "self")),
        location("out of the site is not followed")
            .page("a", to("http://other.invalid/x"))
            .holds(outcome("outside", "a")),
        location("to one page from two is one page")
            .page("a", to("t1"))
            .page("b", to("t1"))
            .start("<a href=t1>x</a>")
            .targets("t1")
            .holds(asked("t1"), indexed("t1")));
  }

  private static WebCase location(String says) {
    return of("location", says, "RFC 9110 10.2.2, URL Standard");
  }

  private static List<WebCase> fields() {
    return List.of(
        field("a line without a colon", "RFC 9112 5.1, as browsers do", "This is no field")
            .holds(text("a", "words")),
        field("a name that is no token", "RFC 9110 5.1, as browsers do", "X Bad (Name): y")
            .holds(text("a", "words")),
        field("a line that goes on", "RFC 9112 5.2", "X-Folded: one\r\n  two")
            .holds(text("a", "words")),
        field("two equal lengths", "RFC 9112 6.3", "Content-Length: 12").holds(text("a", "words")),
        of("field", "a list of equal lengths", "RFC 9112 6.3")
            .page("a", headed("Content-Length: 12, 12"))
            .holds(text("a", "words")),
        of("field", "lengths that differ, or are no number, are a broken answer", "RFC 9112 6.3")
            .page("a", headed("Content-Length: 12\r\nContent-Length: 13"))
            .page("b", headed("Content-Length: twelve"))
            .page("c", headed("Content-Length: -12"))
            .holds(outcome("broken-answer", "a", "b", "c")),
        field("a hundred and fifty fields", "docs: limits", hundredAndFifty())
            .holds(text("a", "words")),
        field(
                "a field of twenty thousand characters",
                "docs: limits",
                "X-Long: " + "x".repeat(20_000))
            .holds(text("a", "words")),
        of("field", "lines that end with a line feed alone", "RFC 9112 2.2")
            .page(
                "a",
                rawKept(
                    "HTTP/1.1 200 OK\nContent-Type: text/html\nContent-Length: 12\n\n" + TWELVE))
            .holds(text("a", "words")),
        field("cookies are not sent back", "docs: classic crawling", "Set-Cookie: id=1; Path=/")
            .holds(text("a", "words"), neverSends("cookie")),
        of("field", "a head without end is a broken answer", "docs: limits")
            .page(
                "a",
                Answer.raw(
                    "HTTP/1.1 200 OK\r\n" + ("X-Y: " + "z".repeat(1_000) + "\r\n").repeat(400)))
            .holds(outcome("broken-answer", "a")));
  }

  private static WebCase field(String says, String standard, String line) {
    return of("field", says, standard).page("a", headed("Content-Length: 12\r\n" + line));
  }

  private static Answer headed(String lines) {
    return rawKept("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n" + lines + "\r\n\r\n" + TWELVE);
  }

  private static String hundredAndFifty() {
    var lines = new ArrayList<String>();
    for (int i = 0; i < 150; i++) {
      lines.add("X-Field-" + i + ": " + i);
    }
    return String.join("\r\n", lines);
  }

  private static List<WebCase> chunks() {
    return List.of(
        chunked(
                "extensions, zeros and capitals in sizes, trailers",
                "000C;a=\"b\"\r\n" + TWELVE + "\r\n0;x\r\nX-End: y\r\n\r\n")
            .holds(text("a", "words")),
        chunked("blanks behind a size", "c \r\n" + TWELVE + "\r\n0\r\n\r\n")
            .holds(text("a", "words")),
        of("chunk", "chunks outweigh a length", "RFC 9112 6.3")
            .page(
                "a",
                raw(
                    "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked\r\n"
                        + "Content-Length: 5\r\n\r\nc\r\n"
                        + TWELVE
                        + "\r\n0\r\n\r\n"))
            .holds(text("a", "words")),
        broken("a body without its last chunk", "c\r\n" + TWELVE + "\r\n"),
        broken("a size beyond all numbers", "ffffffffffffffffff\r\n" + TWELVE),
        broken("a size that is no number", "-c\r\n" + TWELVE + "\r\n0\r\n\r\n"),
        of("chunk", "a body that is shorter than its length failed", "RFC 9112 8")
            .page("a", Answer.cut(200, "<title>cut</title>", HTML))
            .holds(outcome("broken-answer", "a"), unindexed("no-page", "a")),
        of("chunk", "a body without a length ends with its connection", "RFC 9112 6.3")
            .page("a", raw("HTTP/1.1 200 OK\r\n" + HTML + "\r\nConnection: close\r\n\r\n" + TWELVE))
            .holds(text("a", "words")));
  }

  private static WebCase chunked(String says, String body) {
    return of("chunk", says, "RFC 9112 7.1")
        .page(
            "a",
            rawKept(
                "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked\r\n\r\n"
                    + body));
  }

  private static WebCase broken(String says, String body) {
    return of("chunk", says + " is a broken answer", "RFC 9112 8")
        .page(
            "a",
            raw(
                "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked\r\n\r\n"
                    + body))
        .holds(outcome("broken-answer", "a"), unindexed("no-page", "a"));
  }

  private static List<WebCase> connections() {
    return List.of(
        of(
                "connection",
                "one that ends without a word after each answer loses nothing",
                "RFC 9112 9.3.1")
            .page("a", closing("a"))
            .page("b", closing("b"))
            .page("c", closing("c"))
            .alone()
            .holds(indexed("a", "b", "c"), asked("a", "b", "c")),
        of("connection", "a time-out that nobody asked for is no answer", "RFC 9110 15.5.9")
            .page("a", late("a"))
            .page("b", late("b"))
            .alone()
            .holds(indexed("a", "b")),
        of("connection", "what comes behind a length is no part of the next page", "RFC 9112 6.3")
            .page(
                "a",
                rawKept(
                    "HTTP/1.1 200 OK\r\n"
                        + HTML
                        + "\r\nContent-Length: 12\r\n\r\n"
                        + TWELVE
                        + "</p>rest"))
            .page("b", titled("b", "<p>the next"))
            .alone()
            .holds(text("a", "words"), title("b", "b")),
        of("connection", "nothing at all is no answer", "RFC 9112 9.5")
            .page("a", raw(""))
            .page("b", titled("b", "<p>the next"))
            .alone()
            .holds(unindexed("no-page", "a"), indexed("b")),
        of("connection", "what is no HTTP is a broken answer", "RFC 9112 4")
            .page("a", raw("220 mail.example ESMTP\r\n"))
            .page("b", raw("SSH-2.0-OpenSSH_9.9\r\n"))
            .holds(outcome("broken-answer", "a", "b")));
  }

  private static Answer closing(String name) {
    return raw(
        "HTTP/1.1 200 OK\r\n" + HTML + "\r\nContent-Length: 12\r\n\r\n<p>twelve " + name + ".");
  }

  private static Answer late(String name) {
    return raw(
        "HTTP/1.1 200 OK\r\n"
            + HTML
            + "\r\nContent-Length: 12\r\n\r\n<p>twelve "
            + name
            + ".HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
  }

  private static List<WebCase> waits() {
    return List.of(
        wait("of seconds", () -> "1", 1_000),
        wait("as a date of today's form", () -> later("EEE, dd MMM yyyy HH:mm:ss 'GMT'"), 900),
        wait("as a date of RFC 850", () -> later("EEEE, dd-MMM-yy HH:mm:ss 'GMT'"), 900),
        wait("as asctime writes it", () -> later("EEE MMM ppd HH:mm:ss yyyy"), 900),
        wait("that is no time: as without one", () -> "soon", 900));
  }

  /// @param millis the least time between the two requests
  private static WebCase wait(String says, java.util.function.Supplier<String> value, long millis) {
    return of("retry", says, "RFC 9110 10.2.3, 5.6.7")
        .page(
            "a",
            inTurn(
                exchange ->
                    Answer.of(503, "later", HTML, "Retry-After: " + value.get()).give(exchange),
                titled("a", "<p>" + says)))
        .alone()
        .holds(indexed("a"), pausedAtLeast(millis, "a"));
  }

  /// Two seconds from now, so that one whole second is left when the second is cut off.
  private static String later(String pattern) {
    return DateTimeFormatter.ofPattern(pattern, Locale.ROOT)
        .withZone(ZoneOffset.UTC)
        .format(Instant.now().plusSeconds(2));
  }

  private static WebCase of(String family, String says, String standard) {
    return WebCase.of(family, says, standard);
  }
}
