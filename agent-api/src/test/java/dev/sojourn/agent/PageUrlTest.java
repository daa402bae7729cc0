package dev.sojourn.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import dev.sojourn.agent.url.UrlReader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class PageUrlTest {

  @Test
  void keepsOriginPathAndQueryApart() {
    var url = parsed("https://example.org:8443/a/b.html?x=1&y=2#part");

    assertThat(url)
        .isEqualTo(new PageUrl("https://example.org:8443", "/a/b.html", query("x=1&y=2")));
    assertThat(url.pathAndQuery()).isEqualTo("/a/b.html?x=1&y=2");
  }

  /// RFC 3986, 5.4.1 and 5.4.2, against `http://a/b/c/d;p?q`.
  ///
  /// Differences: fragments are dropped, `g:h` names no page, and `http:g` is relative, as the URL
  /// Standard reads it.
  @ParameterizedTest
  @CsvSource({
    "g, http://a/b/c/g",
    "http:g, http://a/b/c/g",
    "./g, http://a/b/c/g",
    "g/, http://a/b/c/g/",
    "/g, http://a/g",
    "//g, http://g/",
    "?y, http://a/b/c/d;p?y",
    "g?y, http://a/b/c/g?y",
    "#s, http://a/b/c/d;p?q",
    "g#s, http://a/b/c/g",
    "g?y#s, http://a/b/c/g?y",
    ";x, http://a/b/c/;x",
    "g;x, http://a/b/c/g;x",
    "g;x?y#s, http://a/b/c/g;x?y",
    "'', http://a/b/c/d;p?q",
    "., http://a/b/c/",
    "./, http://a/b/c/",
    ".., http://a/b/",
    "../, http://a/b/",
    "../g, http://a/b/g",
    "../.., http://a/",
    "../../, http://a/",
    "../../g, http://a/g",
    "../../../g, http://a/g",
    "../../../../g, http://a/g",
    "/./g, http://a/g",
    "/../g, http://a/g",
    "g., http://a/b/c/g.",
    ".g, http://a/b/c/.g",
    "g.., http://a/b/c/g..",
    "..g, http://a/b/c/..g",
    "./../g, http://a/b/g",
    "./g/., http://a/b/c/g/",
    "g/./h, http://a/b/c/g/h",
    "g/../h, http://a/b/c/h",
    "g;x=1/./y, http://a/b/c/g;x=1/y",
    "g;x=1/../y, http://a/b/c/y",
    "g?y/./x, http://a/b/c/g?y/./x",
    "g?y/../x, http://a/b/c/g?y/../x",
    "g#s/../x, http://a/b/c/g",
    "/a//../b, http://a/a/b",
  })
  void resolvesReferencesAsTheStandardDoes(String reference, String expected) {
    assertThat(parsed("http://a/b/c/d;p?q").resolve(reference)).contains(parsed(expected));
  }

  @ParameterizedTest
  @CsvSource({
    "http://other.example/x, http://other.example/x",
    "HTTPS://Other.Example:443/x, https://other.example/x",
    "//other.example/x, https://other.example/x",
    "a b/\u00fc, https://a.example/b/a%20b/%C3%BC",
    "1:2, https://a.example/b/1:2",
    "'  x\t', https://a.example/b/x",
    "' ', https://a.example/b/c?q",
  })
  void resolvesReferencesAsBrowsersDo(String reference, String expected) {
    assertThat(parsed("https://a.example/b/c?q").resolve(reference)).contains(parsed(expected));
  }

  @Test
  void leavesOutTheTabsAndLineEndsOfAReference() {
    assertThat(parsed("http://a/b/").resolve("\nx\r\n/\ty")).contains(parsed("http://a/b/x/y"));
    assertThat(parsed("http://a/b/").resolve("java\nscript:alert(1)")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "g:h",
        "ftp://a.example/",
        "javascript:alert(1)",
        "mailto:a@b",
        "http://",
        "//user@/b",
        "//b:port/",
      })
  void aReferenceToNoPageResolvesToNothing(String reference) {
    assertThat(parsed("http://a.example/b/c").resolve(reference)).isEmpty();
  }

  @Test
  void aReferenceThatMakesTheUrlTooLongResolvesToNothing() {
    var base = parsed("http://h/" + "a".repeat(100) + "/");

    assertThat(base.resolve("b".repeat(PageUrl.MAX_CHARS - 110))).isPresent();
    assertThat(base.resolve("b".repeat(PageUrl.MAX_CHARS - 109))).isEmpty();
  }

  /// RFC 3986, 6.2.2 and 6.2.3.
  @ParameterizedTest
  @CsvSource({
    "HTTP://www.EXAMPLE.com/, http://www.example.com/",
    "http://www.example.com, http://www.example.com/",
    "http://www.example.com?q, http://www.example.com/?q",
    "http://www.example.com#f, http://www.example.com/",
    "http://example.com:80/, http://example.com/",
    "http://example.com:/, http://example.com/",
    "https://example.com:443/, https://example.com/",
    "https://example.com:80/, https://example.com:80/",
    "http://example.com:00080/, http://example.com/",
    "http://example.com/a%c2%b1b, http://example.com/a%C2%B1b",
    "http://example.com/%7Esmith/%61%2D%5f, http://example.com/~smith/a-_",
    "http://example.com/a?b=%7e%2f, http://example.com/a?b=~%2F",
    "http://example.com/?, http://example.com/?",
    "http://[2001:DB8::1]:80/x, http://[2001:db8::1]/x",
    "http://[::1]:8080/, http://[::1]:8080/",
    "'  http://example.com/x  ', http://example.com/x",
  })
  void normalisesBySyntax(String given, String normalised) {
    assertThat(parsed(given)).hasToString(normalised);
  }

  @ParameterizedTest
  @CsvSource({
    "http://h/sp ace, http://h/sp%20ace",
    "http://h/\u00e4, http://h/%C3%A4",
    "http://h/\ud83d\ude00, http://h/%F0%9F%98%80",
    "http://h/<a>\"{|}^`, http://h/%3Ca%3E%22%7B|%7D%5E%60",
    "http://h/?<a>\"{|}^`, http://h/?%3Ca%3E%22{|}^`",
    "http://h/a?q=\u00fc, http://h/a?q=%C3%BC",
  })
  void encodesWhatMayNotStandInAUrl(String given, String normalised) {
    assertThat(parsed(given)).hasToString(normalised);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "/only/a/path",
        "example.org/",
        "ftp://example.org/",
        "javascript://example.org/",
        "file:///etc/passwd",
        "http://",
        "http:////",
        "http://?query",
        "http://:80/",
        "http://exa mple.org/",
        "http://[::1/",
        "http://[::1]x/",
        "http://[::g]/",
        "http://[]/",
        "http://h:65536/",
        "http://h:999999/",
        "http://h:-1/",
        "http://h:8o/",
      })
  void isEmptyForWhatIsNoPageUrl(String text) {
    assertThat(PageUrl.parse(text)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "http://good.example@evil.example/, http://evil.example/",
    "http://user:secret@example.org/, http://example.org/",
    "http://good.example:80@evil.example:81/, http://evil.example:81/",
    "http://@example.org/, http://example.org/",
    "http://a%40b@c/, http://c/",
    "http://a@b@c/, http://c/",
    "http:good.example@evil.example, http://evil.example/",
  })
  void leavesOutUserInformationThatHidesTheHost(String attack, String url) {
    assertThat(parsed(attack)).hasToString(url);
  }

  @ParameterizedTest
  @CsvSource({
    "http://good.example\\@evil.example/, http://good.example/@evil.example/",
    "http://h\\..\\secret, http://h/secret",
    "http://h/a\\..\\secret, http://h/secret",
    "http:\\\\h/, http://h/",
    "http://h/?a\\b, http://h/?a\\b",
    "http://h/%5c..%5cb, http://h/%5C..%5Cb",
  })
  void readsABackslashAsBrowsersDoSoThatItHidesNoHost(String attack, String url) {
    assertThat(parsed(attack)).hasToString(url);
  }

  @ParameterizedTest
  @CsvSource({
    "'http://h/a\r\nHost: evil.example', http://h/aHost:%20evil.example",
    "'http://h/a\tb', http://h/ab",
    "'http://h/a\u0000b', http://h/a%00b",
    "'http://h/a?\u007fb', http://h/a?%7Fb",
    "'http://h/a\u0085b', http://h/a%C2%85b",
    "'ht\ntp://h/', http://h/",
    "'\u0000\u001fhttp://h/\u0001', http://h/",
  })
  void noControlCharacterIsLeftThatCouldSplitARequest(String attack, String url) {
    assertThat(parsed(attack)).hasToString(url);
  }

  @ParameterizedTest
  @ValueSource(strings = {"http://h\u0000.example/", "http://h%00.example/", "http://h%0a/"})
  void refusesAHostWithAControlCharacter(String attack) {
    assertThat(PageUrl.parse(attack)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "http://h/public/%2e%2e/secret, /secret",
    "http://h/public/%2E%2E/secret, /secret",
    "http://h/public/.%2e/secret, /secret",
    "http://h/public/%2e/secret, /public/secret",
    "http://h/%2e%2e/%2e%2e/%2e%2e/etc/passwd, /etc/passwd",
    "http://h/public/%2e%2e, /",
  })
  void seesThroughEncodedDots(String attack, String path) {
    assertThat(parsed(attack).path()).isEqualTo(path);
  }

  @ParameterizedTest
  @CsvSource({
    "http://h/public/..%2fsecret, /public/..%2Fsecret",
    "http://h/public%2f..%2fsecret, /public%2F..%2Fsecret",
    "http://h/%2F/a, /%2F/a",
    "http://h/a%5c..%5cb, /a%5C..%5Cb",
    "http://h/a%00.html, /a%00.html",
    "http://h/a%0d%0ab, /a%0D%0Ab",
    "http://h/%c0%ae%c0%ae/secret, /%C0%AE%C0%AE/secret",
  })
  void neverDecodesAnEncodedSeparator(String attack, String path) {
    assertThat(parsed(attack).path()).isEqualTo(path);
  }

  @ParameterizedTest
  @CsvSource({
    "http://h/%252e%252e/secret, /%252e%252e/secret",
    "http://h/%%32e%%32e/secret, /%%32e%%32e/secret",
    "http://h/%2%65%2%65/secret, /%2%65%2%65/secret",
    "http://h/%%7e%%2e, /%~%.",
    "http://h/%2%7e%67, /%2~g",
    "http://h/100%, /100%",
    "http://h/%zz, /%zz",
    "http://h/%4, /%4",
    "http://h/%\u0664\u0661, /%%D9%A4%D9%A1",
  })
  void decodingNeverMakesANewEscape(String attack, String path) {
    assertThat(parsed(attack).path()).isEqualTo(path);
  }

  @ParameterizedTest
  @CsvSource({
    "http://\u212aernel.example/, http://kernel.example/",
    "http://ex\u00e4mple.org/, http://xn--exmple-cua.org/",
    "http://\uff45xample.org/, http://example.org/",
    "http://example\u3002org/, http://example.org/",
    "http://ex%61mple.org/, http://example.org/",
    "http://\u24d4xample.org/, http://example.org/",
    "http://good.example%E3%80%82evil.example/, http://good.example.evil.example/",
  })
  void aLetterThatFoldsIntoAnotherHostIsThatHost(String attack, String url) {
    assertThat(parsed(attack)).hasToString(url);
    assertThat(PageUrl.parse("http://h:\u0668\u0660/")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "http://2130706433/",
    "http://0x7f000001/",
    "http://0177.0.0.1/",
    "http://0x7F.1/",
    "http://127.1/",
    "http://127.0.0.1./",
    "http://%31%32%37.0.0.1/",
    "http://\u2460\u2461\u2466.0.0.1/",
    "http://127\u30020\uff0e0\uff611/",
  })
  void anAddressInDisguiseIsThatAddress(String attack) {
    assertThat(parsed(attack).origin()).isEqualTo("http://127.0.0.1");
    assertThat(Scope.site("http://127.0.0.1").contains(attack)).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "http://[0:0::0:1]/, http://[::1]",
    "http://[::127.0.0.1]/, http://[::7f00:1]",
    "http://[::FFFF:10.0.0.1]/, http://[::ffff:a00:1]",
    "http://[FE80:0000::00aB]/, http://[fe80::ab]",
    "http://[1:0:0:2:0:0:0:3]/, http://[1:0:0:2::3]",
    "http://[0:0:1:0:0:1:1:1]/, http://[::1:0:0:1:1:1]",
  })
  void writesAnIpv6AddressInOneForm(String given, String origin) {
    assertThat(parsed(given).origin()).isEqualTo(origin);
  }

  @ParameterizedTest
  @CsvSource({
    "'http://h/\ud83d', http://h/%EF%BF%BD",
    "'http://h/\ude00\ud83d', http://h/%EF%BF%BD%EF%BF%BD",
    "'http://h/?\udfff', http://h/?%EF%BF%BD",
  })
  void halfASurrogatePairIsAReplacementCharacter(String attack, String url) {
    assertThat(parsed(attack)).hasToString(url);
    assertThat(PageUrl.parse(attack.replace("h/", "h\ud83d/"))).isEmpty();
  }

  @Test
  void aNameBeyondAsciiHasABoundedLength() {
    assertThat(parsed("http://" + "\u00e4".repeat(1_000) + "/").origin()).startsWith("http://xn--");
    assertThat(PageUrl.parse("http://" + "\u00e4".repeat(1_025) + "/")).isEmpty();
  }

  @Test
  void encodesAQueryInTheCharsetOfItsPage() {
    UnaryOperator<String> query = text -> text.replace("\u00e9", "%E9");
    var page = parsed("http://h/a/b?c");

    assertThat(page.resolve("\u00e9?\u00e9 '", query))
        .contains(parsed("http://h/a/%C3%A9?%E9%20%27"));
    assertThat(page.resolve("?\u00e9#\u00e9", query)).contains(parsed("http://h/a/b?%E9"));
    assertThat(page.resolve("x?y", text -> text + "z")).contains(parsed("http://h/a/x?y"));
  }

  @Test
  void refusesAUrlThatIsTooLongOrBecomesTooLong() {
    var longest = "http://h/" + "a".repeat(PageUrl.MAX_CHARS - 9);

    assertThat(parsed(longest)).hasToString(longest);
    assertThat(PageUrl.parse(longest + "a")).isEmpty();
    assertThat(PageUrl.parse("http://h/" + "\u00e4".repeat(2000))).isEmpty();
  }

  @Test
  void removesManyDotSegmentsInLinearTime() {
    assertThat(parsed("http://h" + "/a/..".repeat(1600) + "/end").path()).isEqualTo("/end");
  }

  @Test
  void readsNamesTheSameInEveryLocale() {
    var before = Locale.getDefault();
    Locale.setDefault(Locale.of("tr"));
    try {
      assertThat(parsed("HTTPS://WIKI.EXAMPLE/INDEX")).hasToString("https://wiki.example/INDEX");
    } finally {
      Locale.setDefault(before);
    }
  }

  @Test
  void normalisingTwiceChangesNothing() {
    var random = new Random(20_261_121);
    var pieces =
        "/|.|..|%2e|%2F|%|%25|2e|a|Z|~|%7E|\u00e4|\ud83d\ude00|?|#|:|@|[|]| |;|&|%c3%a4|\\|\t";
    var alphabet = pieces.split("\\|", -1);
    int urls = 0;
    for (int i = 0; i < 100_000; i++) {
      var text = new StringBuilder(i % 4 == 0 ? "http://h" : "http://h/");
      for (int n = random.nextInt(12); n > 0; n--) {
        text.append(alphabet[random.nextInt(alphabet.length)]);
      }
      var once = PageUrl.parse(text.toString());
      var twice = once.flatMap(u -> PageUrl.parse(u.toString()));
      assertThat(twice).describedAs("of <%s>", text).isEqualTo(once);
      if (once.isPresent()) {
        urls++;
        assertThat(once.get().path().split("/", -1))
            .describedAs("segments of <%s>", text)
            .doesNotContain(".", "..");
        assertThat(once.get().toString())
            .describedAs("of <%s>", text)
            .matches("http://[!-~]+/[!-~]*")
            .doesNotContain("#", " ");
        assertThat(once.get().path()).doesNotContain("\\");
      }
    }
    assertThat(urls).isGreaterThan(40_000);
  }

  @Test
  void readsAUrlTheShortWayAsTheLongWayDoes() {
    var random = new Random(20_261_123);
    int urls = 0;
    for (int i = 0; i < 300_000; i++) {
      var text = pick(random, BEGINNINGS) + pieces(random);
      var expected = PageUrl.parseAny(text);
      assertThat(PageUrl.parse(text)).describedAs("of <%s>", text).isEqualTo(expected);
      assertThat(PageUrl.normalised(text))
          .describedAs("of <%s>", text)
          .isEqualTo(expected.map(PageUrl::toString));
      urls += expected.isPresent() ? 1 : 0;
    }
    assertThat(urls).isBetween(50_000, 250_000);
  }

  @Test
  void resolvesAReferenceTheShortWayAsTheLongWayDoes() {
    var random = new Random(20_261_128);
    int urls = 0;
    for (int i = 0; i < 300_000; i++) {
      var base = PageUrl.parse(pick(random, BEGINNINGS) + pieces(random));
      if (base.isEmpty()) {
        continue;
      }
      var reference = (random.nextBoolean() ? pick(random, BEGINNINGS) : "") + pieces(random);
      var expected = base.get().resolveAny(reference, UrlReader.UTF_8);
      assertThat(base.get().resolve(reference))
          .describedAs("of <%s> on <%s>", reference, base.get())
          .isEqualTo(expected);
      urls += expected.isPresent() ? 1 : 0;
    }
    assertThat(urls).isGreaterThan(100_000);
  }

  @Test
  void removesDotSegmentsAsTheNaiveModelDoes() {
    var random = new Random(20_261_124);
    var names = List.of(".", "..", "..", "", "a", "...", ".b");
    for (int i = 0; i < 100_000; i++) {
      var path = new StringBuilder();
      for (int n = 1 + random.nextInt(8); n > 0; n--) {
        path.append('/').append(names.get(random.nextInt(names.size())));
      }
      assertThat(parsed("http://h" + path).path())
          .describedAs("of <%s>", path)
          .isEqualTo(withoutDotSegments(path.toString()));
    }
  }

  private static String withoutDotSegments(String path) {
    var kept = new ArrayList<String>();
    var segments = List.of(path.split("/", -1));
    for (var segment : segments.subList(1, segments.size())) {
      if (segment.equals("..") && !kept.isEmpty()) {
        kept.removeLast();
      } else if (!segment.equals("..") && !segment.equals(".")) {
        kept.add(segment);
      }
    }
    if (segments.getLast().equals("..") || segments.getLast().equals(".")) {
      kept.add("");
    }
    return "/" + String.join("/", kept);
  }

  private static final String[] BEGINNINGS = {
    "http://h",
    "http://127.0.0.1/",
    "http://127.1/",
    "http://h.1/",
    "http://1.2.3.4./",
    "http://1.2.3.4.5/",
    "http://256.1.1.1/",
    "http://01.1.1.1/",
    "http://h.1x/a/",
    "http://h./a",
    "http://./",
    "http://../",
    "http:\\\\h\\",
    "\\\\h\\",
    "///h/",
    "http:",
    "https:",
    "http:x/",
    "http:/x/",
    "http://xn--x/",
    "http://h/a%",
    "http://h/?",
    "http://h/",
    "http://h/",
    "https://a.b-c_d.example/x/",
    "HTTP://h/",
    "http://h:80/",
    "https://h:443/",
    "http://h:443",
    "https://h:80/",
    "http://h:8080/",
    "http://h:080/",
    "http://h:65535/",
    "http://h:65536/",
    "http://h:123456/",
    "http://h:",
    "http://h.",
    "http://.h/",
    "http://a..b/",
    "http://[::1]/",
    "http://[::1]:81/",
    "http://A/",
    "http://",
    "http:/h/",
    "ftp://h/",
    " http://h/",
    "http://u@h/",
    "http://h~/",
    "http://h\u00e4/",
    "//h/",
    "/",
    "http:h",
    "",
  };

  private static final String[] PIECES = {
    "/",
    "/",
    "/",
    "a",
    "2",
    "b.html",
    "java.base",
    ".",
    "..",
    "/../",
    "/./",
    "...",
    "?",
    "?",
    "#",
    "#",
    "%2e",
    "%2F",
    "%",
    "%25",
    "%7E",
    "%c3%a4",
    "~",
    "_",
    "-",
    ":",
    ":80",
    "@",
    "[",
    "]",
    " ",
    ";",
    "&",
    "=",
    "(",
    ")",
    "'",
    "\"",
    "<",
    "{",
    "|",
    "^",
    "`",
    "\\",
    "\t",
    "\n",
    "\r",
    "\u0000",
    "\u007f",
    "\u0085",
    "\u00a0",
    "\u00e4",
    "\u2028",
    "\u3000",
    "\ud83d\ude00",
    "\ud83d",
    "\ude00",
    "A",
    "9",
  };

  private static String pick(Random random, String[] from) {
    return from[random.nextInt(from.length)];
  }

  private static String pieces(Random random) {
    // Most pieces are rare in URLs: some texts have none but the common ones.
    int most = random.nextBoolean() ? 16 : PIECES.length;
    var text = new StringBuilder();
    for (int n = random.nextInt(9); n > 0; n--) {
      text.append(PIECES[random.nextInt(most)]);
    }
    return text.toString();
  }

  @Test
  void aUrlAtTheLongestIsReadTheShortWayAsTheLongWayDoes() {
    for (int chars = PageUrl.MAX_CHARS - 2; chars <= PageUrl.MAX_CHARS + 2; chars++) {
      for (var begin :
          new String[] {"http://h/", "http://h?", "http://h/#", "http://h/%", " http://h/"}) {
        var text = begin + "a".repeat(chars - begin.length());
        assertThat(PageUrl.parse(text)).isEqualTo(PageUrl.parseAny(text));
        assertThat(PageUrl.normalised(text))
            .isEqualTo(PageUrl.parseAny(text).map(PageUrl::toString));
      }
    }
  }

  /// Each further one took as long as all before it together.
  @Test
  void urlsThatASiteChoosesToHaveOneHashFillATableInTime() {
    var urls = new HashSet<PageUrl>();
    assertTimeout(
        Duration.ofSeconds(20),
        () -> {
          for (int i = 0; i < 60_000; i++) {
            urls.add(parsed("http://h/" + ofOneHash(i)));
          }
        });
    assertThat(urls).hasSize(60_000);
    assertThat(urls.stream().map(PageUrl::hashCode).distinct()).hasSize(1);
  }

  /// A text of 32 characters for each number; `Aa` and `BB` have one hash.
  private static String ofOneHash(int number) {
    var text = new StringBuilder();
    for (int bit = 0; bit < 16; bit++) {
      text.append((number >> bit & 1) == 0 ? "Aa" : "BB");
    }
    return text.toString();
  }

  @Test
  void theOrderOfUrlsIsThatOfOriginPathAndQuery() {
    var texts =
        List.of("http://a/", "http://a/?", "http://a/?b", "http://a/b", "http://b/", "https://a/");
    var urls = texts.stream().map(PageUrlTest::parsed).toList();
    assertThat(urls.reversed().stream().sorted()).isEqualTo(urls);
    assertThat(urls.get(1).compareTo(parsed("http://a/?"))).isZero();
  }

  @Test
  void aPathMadeByHandBeginsWithASlash() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new PageUrl("http://h", "x", Optional.empty()))
        .withMessage("path: x (expected: begins with /)");
  }

  private static PageUrl parsed(String text) {
    return PageUrl.parse(text).orElseThrow(() -> new AssertionError("no URL: " + text));
  }

  private static Optional<String> query(String text) {
    return Optional.of(text);
  }
}
