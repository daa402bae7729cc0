package dev.sojourn.fetch.site;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.atp.parcel.PageOutcome;
import dev.sojourn.crawl.plan.RobotsOutcome;
import dev.sojourn.crawl.plan.RobotsOutcome.Kind;
import dev.sojourn.dispatcher.crawl.FirstRules;
import dev.sojourn.dispatcher.crawl.HttpContentSource;
import dev.sojourn.fetch.client.WireTally;
import dev.sojourn.testing.ScriptedServer;
import dev.sojourn.visit.content.Content;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Answers that real servers give and that no standard has foreseen, over HTTP/1.1.
@Timeout(120)
class OddAnswersIT {
  private static final String TEXT = "<title>page</title>";
  private static final String RULES = "User-agent: *\nDisallow: /private\n";

  private final WireTally tally = new WireTally();
  private final HttpFetcher fetcher =
      HttpFetcher.open(HttpSettings.standard("TestBot/1.0", FetchLimits.DEFAULT));

  @AfterEach
  void close() {
    fetcher.close();
  }

  /// The bodies behind a head, each broken in its own way.
  private enum OddBody {
    OF_AN_UNKNOWN_CODING("Content-Encoding: br", "Content-Length: 3", "xyz"),
    NOT_THE_GZIP_THAT_IT_SAYS("Content-Encoding: gzip", "Content-Length: 3", "xyz"),
    CUT("X-Cut: yes", "Content-Length: 1000", "cut"),
    CUT_IN_A_CHUNK("X-Cut: yes", "Transfer-Encoding: chunked", "5\r\nab"),
    NO_CHUNK("X-Cut: yes", "Transfer-Encoding: chunked", "zz\r\n"),
    OF_AN_UNKNOWN_FRAMING("X-Odd: yes", "Transfer-Encoding: gzip, chunked", "xyz"),
    SHORTER_THAN_IT_SAYS("Content-Encoding: gzip", "Content-Length: 9", "\u001f"),
    LONGER_THAN_IT_SAYS("X-Long: yes", "Content-Length: 1", "xyz");

    private final String one;
    private final String two;
    private final String body;

    OddBody(String one, String two, String body) {
      this.one = one;
      this.two = two;
      this.body = body;
    }

    String answer(int status, String... fields) {
      var head = ScriptedServer.head(status, fields);
      return head.substring(0, head.length() - 2) + one + "\r\n" + two + "\r\n\r\n" + body;
    }
  }

  @Test
  void anOddBodyChangesNothingWhereTheStatusDecides() throws Exception {
    for (var odd : OddBody.values()) {
      try (var server =
          ScriptedServer.start(
              (request, out) -> {
                ScriptedServer.say(
                    out,
                    request.target().equals("/moved")
                        ? odd.answer(301, "Location: /here")
                        : odd.answer(Integer.parseInt(request.target().substring(1))));
                out.close();
              })) {
        var source = source(server);
        assertThat(source.read(url(server, "/moved")))
            .as(odd.name())
            .isEqualTo(new Content.Redirect(url(server, "/here")));
        for (int status : new int[] {404, 410, 403, 500}) {
          assertThat(source.read(url(server, "/" + status)))
              .as(odd.name())
              .isEqualTo(
                  new Content.Missing(status, "The site answers with status " + status + "."));
        }
      }
    }
  }

  @Test
  void anOddBodyOfAnAbsentRobotsTxtOpensTheSite() throws Exception {
    for (var odd : OddBody.values()) {
      try (var server =
          ScriptedServer.start(
              (request, out) -> {
                ScriptedServer.say(out, odd.answer(404));
                out.close();
              })) {
        assertThat(robots(server).kind()).as(odd.name()).isEqualTo(Kind.ABSENT);
      }
    }
  }

  @Test
  void anOddBodyOfARedirectLeadsToTheRobotsTxt() throws Exception {
    for (var odd : OddBody.values()) {
      try (var server =
          ScriptedServer.start(
              (request, out) -> {
                if (request.target().equals("/rules")) {
                  ScriptedServer.page(out, 200, RULES);
                } else {
                  ScriptedServer.say(out, odd.answer(302, "Location: /rules"));
                  out.close();
                }
              })) {
        assertThat(robots(server).body().asUtf8()).as(odd.name()).isEqualTo(RULES);
      }
    }
  }

  /// A body that never ends, and one that stops in its middle, cost a second and the connection.
  @Test
  void aBodyThatNeverEndsHoldsNoRedirect() throws Exception {
    for (boolean isSilent : new boolean[] {false, true}) {
      try (var server =
          ScriptedServer.start(
              (request, out) -> {
                if (!request.target().equals("/moved")) {
                  ScriptedServer.page(out, 200, TEXT);
                  return;
                }
                ScriptedServer.say(
                    out,
                    ScriptedServer.head(302, "Location: /here", "Content-Length: 99999999999"));
                while (!isSilent) {
                  ScriptedServer.say(out, "x".repeat(4096));
                }
              })) {
        assertThat(source(server).read(url(server, "/moved")))
            .isEqualTo(new Content.Redirect(url(server, "/here")));
        assertThat(source(server).read(url(server, "/here"))).isInstanceOf(Content.Found.class);
        assertThat(tally.receivedBytes()).isLessThan(2_000_000);
      }
    }
  }

  @Test
  void theBodyOfAnErrorIsReadOverSoThatItsConnectionServesOn() throws Exception {
    try (var server =
        ScriptedServer.start((request, out) -> ScriptedServer.page(out, 404, "n".repeat(50_000)))) {
      for (int i = 0; i < 5; i++) {
        source(server).read(url(server, "/" + i));
      }
      assertThat(server.connections()).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "none",
        "UTF-8",
        "iso-8859-1",
        "binary",
        "8bit",
        "7bit",
        "identity",
        "aws-chunked",
        "text/html",
        "",
        "aws-chunked, none"
      })
  void anEncodingThatIsNoCompressionLeavesTheBodyAsItIs(String coding) throws Exception {
    var field = "Content-Encoding: " + coding;
    try (var server =
        ScriptedServer.start(
            (request, out) ->
                ScriptedServer.page(
                    out, 200, request.target().equals("/robots.txt") ? RULES : TEXT, field))) {
      assertThat(page(server)).isEqualTo(TEXT);
      assertThat(robots(server).robots().allows("TestBot", server.origin() + "/private/x"))
          .isFalse();
      assertThat(robots(server).kind()).isEqualTo(Kind.READ);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a line without a colon",
        ": no name",
        "Two Words: x",
        "Bracket(: x",
        "Umlaut-\u00e4: x",
        "Content-Length: 19",
        "Content-Length: 019",
        "Content-Length: 19, 19",
        "Content-Length : 19",
        "X-Empty:",
        "Transfer-Encoding: identity"
      })
  void oneOddFieldDoesNotLoseAnAnswer(String odd) throws Exception {
    var answer = ScriptedServer.head(200, odd, "Content-Length: 19", "X-Good: yes") + TEXT;
    try (var server = ScriptedServer.start((request, out) -> ScriptedServer.say(out, answer))) {
      var found = (Content.Found) source(server).read(url(server, "/"));
      assertThat(found.body()).asString(StandardCharsets.UTF_8).isEqualTo(TEXT);
      assertThat(found.headers().get("x-good")).containsExactly("yes");
      assertThat(found.headers().keySet()).allMatch(name -> name.matches("[a-z-]+"));
    }
  }

  @Test
  void aLengthThatIsAListOfEqualOnesIsThatLength() throws Exception {
    var answer = ScriptedServer.head(200, "Content-Length: 19, 19") + TEXT;
    try (var server = ScriptedServer.start((request, out) -> ScriptedServer.say(out, answer))) {
      assertThat(page(server)).isEqualTo(TEXT);
    }
  }

  /// The second answer of each is the site's, and not what it hid behind the first.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "Content-Length: 2\r\nTransfer-Encoding: chunked",
        "Transfer-Encoding: chunked\r\nContent-Length: 2",
        "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked",
        "Transfer-Encoding : chunked\r\nContent-Length: 2",
        "Content-Length: 2",
        "Content-Length: 2\r\nContent-Length: 2",
        "Content-Length: 2, 2",
        "Content-Length: 2\r\nsmuggled"
      })
  void anAnswerHiddenBehindADoubtfulLengthIsNeverRead(String framing) throws Exception {
    var chunked = framing.matches("(?s).*(^|\\n)Transfer-Encoding.*");
    var first = chunked ? "2\r\nok\r\n0\r\n\r\n" : "ok";
    var hidden = ScriptedServer.head(200, "Content-Length: 6") + "hidden";
    var connections = new AtomicInteger();
    try (var server =
        ScriptedServer.start(
            (request, out) -> {
              connections.set(request.connection());
              if (request.target().equals("/next")) {
                ScriptedServer.page(out, 200, TEXT);
              } else {
                ScriptedServer.say(out, ScriptedServer.head(200, framing) + first + hidden);
              }
            })) {
      var reply = (HttpReply.Answer) fetcher.get(url(server, "/"), 1_000, tally);
      assertThat(reply.body()).asString(StandardCharsets.UTF_8).isEqualTo("ok");
      var next = (HttpReply.Answer) fetcher.get(url(server, "/next"), 1_000, tally);
      assertThat(next.body()).asString(StandardCharsets.UTF_8).isEqualTo(TEXT);
      assertThat(connections).hasValue(2);
    }
  }

  /// RFC 9112, 6.3: it is discarded, and its connection closed.
  @Test
  void anAnswerWithTwoLengthsThatDifferIsDiscarded() throws Exception {
    for (var lengths : List.of("Content-Length: 2\r\nContent-Length: 9", "Content-Length: 2, 9")) {
      for (int status : new int[] {200, 302, 404}) {
        try (var server =
            ScriptedServer.start(
                (request, out) ->
                    ScriptedServer.say(
                        out, ScriptedServer.head(status, "Location: /x", lengths) + "ok"))) {
          assertThat(fetcher.get(url(server, "/"), 1_000, tally))
              .isEqualTo(
                  new HttpReply.Failure(
                      HttpReply.Kind.BROKEN, "the answer has two lengths that differ"));
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Content-Length: -2",
        "Content-Length: +2",
        "Content-Length: 0x2",
        "Content-Length:",
        "Content-Length: 2\r\n Transfer-Encoding: chunked",
        "Content-Length: 2, two"
      })
  void anAnswerWithALengthThatIsNoneIsDiscarded(String length) throws Exception {
    try (var server =
        ScriptedServer.start(
            (request, out) -> ScriptedServer.say(out, ScriptedServer.head(200, length) + "ok"))) {
      assertThat(fetcher.get(url(server, "/"), 1_000, tally))
          .isEqualTo(
              new HttpReply.Failure(
                  HttpReply.Kind.BROKEN, "Content-Length of the answer is not a length"));
    }
  }

  /// The connection stays open, so that nothing but the status line can end the exchange.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "HTTP/1.1 abc Said",
        "HTTP/1.1 2x0 Said",
        "HTTP/1.1 -200 Said",
        "HTTP/1.1 20 Said",
        "HTTP/1.1 000 Said",
        "HTTP/1.1 099 Said",
        "HTTP/1.1 101 Said",
        "HTTP/1.1 99999 Said",
        "HTTP/1.1",
        "HTTP/x 200 Said",
        "ICY 200 Said",
        "<title>page</title>"
      })
  @Timeout(15)
  void aStatusThatIsNoneIsRefusedAtOnce(String line) throws Exception {
    try (var server =
        ScriptedServer.start(
            (request, out) -> ScriptedServer.say(out, line + "\r\nContent-Length: 0\r\n\r\n"))) {
      assertThat(fetcher.get(url(server, "/"), 1_000, tally))
          .isEqualTo(
              new HttpReply.Failure(
                  HttpReply.Kind.BROKEN, "its answer begins with no status of HTTP/1.1: " + line));
    }
  }

  @Test
  void aRedirectThatNamesAUserSaysThatItWasLeftOut() throws Exception {
    try (var server =
        ScriptedServer.start(
            (request, out) ->
                ScriptedServer.page(out, 302, "", "Location: http://u:p@h.example/x|y"))) {
      assertThat(source(server).read(url(server, "/")))
          .isEqualTo(
              new Content.Redirect(PageUrl.parse("http://h.example/x|y").orElseThrow(), true));
    }
  }

  @Test
  void aPartThatNobodyAskedForIsNoWholePage() throws Exception {
    try (var server =
        ScriptedServer.start(
            (request, out) ->
                ScriptedServer.page(out, 206, RULES, "Content-Range: bytes 0-33/1000"))) {
      assertThat(source(server).read(url(server, "/")))
          .isEqualTo(
              new Content.Missing(
                  206,
                  "The site answers with a part of the page only (status 206).",
                  PageOutcome.BROKEN_ANSWER));
      // The rules that are left out may be those that forbid.
      assertThat(robots(server).kind()).isEqualTo(Kind.UNREACHABLE);
    }
  }

  private RobotsOutcome robots(ScriptedServer server) throws InterruptedException {
    return FirstRules.fetch(
            new RobotsFetcher(fetcher, InstantSource.system()), server.origin(), tally)
        .outcome();
  }

  private String page(ScriptedServer server) throws IOException, InterruptedException {
    var found = (Content.Found) source(server).read(url(server, "/"));
    return new String(found.body(), StandardCharsets.UTF_8);
  }

  private HttpContentSource source(ScriptedServer server) {
    var site =
        new PoliteSite(
            server.origin(),
            fetcher,
            Politeness.loopback(),
            RequestPace.NONE,
            new RestingPages(List.of(), _ -> {}),
            InstantSource.system());
    return new HttpContentSource(site, tally);
  }

  private static PageUrl url(ScriptedServer server, String path) {
    return PageUrl.parse(server.origin() + path).orElseThrow();
  }
}
