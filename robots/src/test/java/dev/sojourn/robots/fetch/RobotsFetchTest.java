package dev.sojourn.robots.fetch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sojourn.robots.Dialect;
import dev.sojourn.robots.RobotsOptions;
import dev.sojourn.robots.Route;
import dev.sojourn.robots.fetch.FetchAnswer.Response;
import dev.sojourn.robots.fetch.SiteRules.Standing;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RobotsFetchTest {

  private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");
  private static final FetchSettings SETTINGS = FetchSettings.STANDARD;
  private static final FetchSettings OF_1996 =
      SETTINGS.withOptions(RobotsOptions.STRICT.withDialect(Dialect.WEB_ROBOTS_CONTROL_1996));
  private static final byte[] FILE =
      "User-agent: *\nDisallow: /x\nMobile-agent-server: / atp://h"
          .getBytes(StandardCharsets.US_ASCII);

  @Test
  void asksAtTheTopOfTheSite() {
    assertThat(RobotsFetch.of("http://h:8080", SETTINGS).url())
        .isEqualTo("http://h:8080/robots.txt");
    assertThatThrownBy(() -> RobotsFetch.of("ftp://h", SETTINGS))
        .isInstanceOf(IllegalArgumentException.class);
  }

  /// `java.net.URI` has no host for them.
  @ParameterizedTest
  @ValueSource(
      strings = {"http://my_site", "http://my_site:8080", "http://site-:80", "http://127.0.0.1."})
  void asksSitesWhoseNamesAreUnusual(String origin) {
    var fetch = RobotsFetch.of(origin, SETTINGS);
    assertThat(fetch.url()).isEqualTo(origin + "/robots.txt");
    assertThat(result(request(fetch, Response.redirect(302, "/r")), Response.file(FILE)))
        .isInstanceOfSatisfying(
            FetchResult.Read.class, read -> assertThat(read.sameOrigin()).isTrue());
    fetch = request(fetch, Response.redirect(302, "http://my_evil/"));
    assertThat(result(fetch, Response.file(FILE)))
        .isInstanceOfSatisfying(
            FetchResult.Read.class, read -> assertThat(read.sameOrigin()).isFalse());
  }

  @ParameterizedTest
  @ValueSource(strings = {"http://u@my_site", "http://-", "http://[::::]", "http://my_site:x"})
  void asksNobodyWhereThereIsNoHost(String origin) {
    assertThatThrownBy(() -> RobotsFetch.of(origin, SETTINGS))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void fileOfTheSiteItselfHoldsForAccessAndRoutes() {
    var rules = rules(Response.file(FILE));
    assertThat(rules.standing()).isEqualTo(Standing.READ);
    assertThat(rules.robots().allows("a", "/x")).isFalse();
    assertThat(rules.robots().route("/")).hasToString("atp://h:434");
    assertThat(rules.isFresh(NOON.plus(Duration.ofHours(24)).minusMillis(1))).isTrue();
    assertThat(rules.isFresh(NOON.plus(Duration.ofHours(24)))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(ints = {200, 201, 203, 204, 299})
  void everySuccessIsRead(int status) {
    var rules =
        rules(new Response(status, Optional.empty(), FILE, Optional.empty(), Validators.NONE));
    assertThat(rules.standing()).isEqualTo(Standing.READ);
    assertThat(rules.robots().allows("a", "/x")).isFalse();
  }

  @Test
  void aPartThatNobodyAskedForIsNoFile() {
    var rules = rules(new Response(206, Optional.empty(), FILE, Optional.empty(), Validators.NONE));
    assertThat(rules.standing()).isEqualTo(Standing.UNREACHABLE);
    assertThat(rules.robots().allows("a", "/y")).isFalse();
  }

  /// A site that gives its file a version must not have its front page taken for it.
  @Test
  void redirectToAQueryAloneStaysAtTheFile() {
    var fetch = request(RobotsFetch.of("http://h", SETTINGS), Response.redirect(302, "?v=2"));
    assertThat(fetch.url()).isEqualTo("http://h/robots.txt?v=2");
    fetch = request(fetch, Response.redirect(302, ""));
    assertThat(fetch.url()).isEqualTo("http://h/robots.txt?v=2");
    fetch = request(fetch, Response.redirect(302, "?v=3"));
    assertThat(fetch.url()).isEqualTo("http://h/robots.txt?v=3");
  }

  @Test
  void redirectWithinTheOriginKeepsTheRoutes() {
    var fetch = request(RobotsFetch.of("http://H", SETTINGS), Response.redirect(301, "/other.txt"));
    assertThat(fetch.url()).isEqualTo("http://H/other.txt");
    fetch = request(fetch, Response.redirect(308, "http://h:80/third.txt"));
    assertThat(result(fetch, Response.file(FILE)))
        .isInstanceOfSatisfying(
            FetchResult.Read.class, read -> assertThat(read.sameOrigin()).isTrue());
  }

  /// As the URL Standard writes them, and `java.net.URI` does not.
  @ParameterizedTest
  @ValueSource(
      strings = {"http://h/a|b", "http://h/?{a}", "http://h/r?a|b^c`d", "HTTP://h:80/\u00e4 \\"})
  void redirectToAUrlOfTheUrlStandardIsFollowedAsItIs(String location) {
    var fetch = request(RobotsFetch.of("http://h", SETTINGS), Response.redirect(302, location));
    assertThat(fetch.url()).isEqualTo(location);
    // Also if it leads on.
    fetch = request(fetch, Response.redirect(302, "?v=2"));
    assertThat(fetch.url()).isEqualTo(location.split("\\?")[0] + "?v=2");
    assertThat(result(fetch, Response.file(FILE)))
        .isInstanceOfSatisfying(
            FetchResult.Read.class, read -> assertThat(read.sameOrigin()).isTrue());
  }

  @Test
  void redirectThroughAnotherOriginCannotRouteAgents() {
    for (var elsewhere :
        new String[] {"http://evil/", "https://h/robots.txt", "http://h:81/", "//e/"}) {
      var fetch = request(RobotsFetch.of("http://h", SETTINGS), Response.redirect(302, elsewhere));
      // Coming back does not help.
      fetch = request(fetch, Response.redirect(302, "http://h/robots.txt"));
      var rules = SiteRules.first(result(fetch, Response.file(FILE)), NOON, SETTINGS);
      assertThat(rules.standing()).isEqualTo(Standing.READ_ELSEWHERE);
      assertThat(rules.robots().allows("a", "/x")).isFalse();
      assertThat(rules.robots().route("/")).isEqualTo(new Route.Indeterminate());
    }
  }

  @Test
  void followsFiveRedirectsAndNoMore() {
    var fetch = RobotsFetch.of("http://h", SETTINGS);
    for (int i = 0; i < 5; i++) {
      fetch = request(fetch, Response.redirect(302, "http://h" + i + "/r"));
    }
    assertThat(result(fetch, Response.file(FILE))).isInstanceOf(FetchResult.Read.class);
    assertThat(result(fetch, Response.redirect(302, "/again")))
        .isInstanceOf(FetchResult.Unavailable.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"mailto:x@y", "http://", "http://u@h/", "http://u:p@[::1]/", "::", "ht tp://h"})
  void redirectToNoHttpUrlIsUnreachable(String location) {
    var result = result(RobotsFetch.of("http://h", SETTINGS), Response.redirect(302, location));
    assertThat(result).isInstanceOf(FetchResult.Unreachable.class);
  }

  @ParameterizedTest
  @ValueSource(ints = {400, 401, 403, 404, 410, 429, 451, 499})
  void clientErrorsMeanNoRulesAndUnspecifiedRoutes(int status) {
    var rules = rules(Response.of(status));
    assertThat(rules.standing()).isEqualTo(Standing.ABSENT);
    assertThat(rules.robots().allows("a", "/x")).isTrue();
    assertThat(rules.robots().route("/")).isEqualTo(new Route.Unspecified());
  }

  @ParameterizedTest
  @ValueSource(ints = {401, 403})
  void in1996ARefusalClosesTheSite(int status) {
    var rules =
        SiteRules.first(
            result(RobotsFetch.of("http://h", OF_1996), Response.of(status)), NOON, OF_1996);
    assertThat(rules.standing()).isEqualTo(Standing.FORBIDDEN);
    assertThat(rules.robots().allows("a", "/")).isFalse();
  }

  @ParameterizedTest
  @ValueSource(ints = {100, 304, 500, 503, 599, 600})
  void serverErrorsAndOddStatusesCloseTheSite(int status) {
    var rules = rules(Response.of(status));
    assertThat(rules.standing()).isEqualTo(Standing.UNREACHABLE);
    assertThat(rules.robots().allows("a", "/x")).isFalse();
    assertThat(rules.robots().route("/")).isEqualTo(new Route.Indeterminate());
  }

  @Test
  void noAnswerClosesTheSite() {
    assertThat(rules(new FetchAnswer.Failure("connection refused")).standing())
        .isEqualTo(Standing.UNREACHABLE);
  }

  @Test
  void cacheControlShortensTheAgeButNeverLengthensIt() {
    assertThat(aged(Duration.ofMinutes(5)).expires()).isEqualTo(NOON.plus(Duration.ofMinutes(5)));
    assertThat(aged(Duration.ofDays(365)).expires()).isEqualTo(NOON.plus(Duration.ofHours(24)));
  }

  @Test
  void in1996ACopyHoldsSevenDaysWhereHttpSaysNothing() {
    var result = result(RobotsFetch.of("http://h", OF_1996), Response.file(FILE));
    assertThat(SiteRules.first(result, NOON, OF_1996).expires())
        .isEqualTo(NOON.plus(Duration.ofDays(7)));
  }

  /// The draft of 1996, 3.4.
  @Test
  void in1996HttpAloneSaysHowLongACopyHolds() {
    assertThat(agedIn1996(Duration.ofDays(30))).isEqualTo(NOON.plus(Duration.ofDays(30)));
    assertThat(agedIn1996(Duration.ofMinutes(5))).isEqualTo(NOON.plus(Duration.ofMinutes(5)));
    var fetch = new FetchResult.NotModified(response(Duration.ofDays(30)));
    assertThat(in1996(response(Duration.ZERO)).then(fetch, NOON, OF_1996).expires())
        .isEqualTo(NOON.plus(Duration.ofDays(30)));
  }

  @Test
  void anAgeThatNoClockCanHoldIsCutToAYearAndOneBelowZeroToNone() {
    for (long seconds : new long[] {Long.MAX_VALUE, Integer.MAX_VALUE}) {
      assertThat(agedIn1996(Duration.ofSeconds(seconds)))
          .isEqualTo(NOON.plus(Duration.ofDays(365)));
      assertThat(aged(Duration.ofSeconds(seconds)).expires())
          .isEqualTo(NOON.plus(Duration.ofHours(24)));
    }
    assertThat(agedIn1996(Duration.ofSeconds(Long.MIN_VALUE))).isEqualTo(NOON);
    assertThat(aged(Duration.ofSeconds(Long.MIN_VALUE)).isFresh(NOON)).isFalse();
  }

  @Test
  void staleCopyServesAccessWhileTheServerIsUnreachable() {
    var later = NOON.plus(Duration.ofDays(3));
    var rules =
        rules(Response.file(FILE)).then(new FetchResult.Unreachable("time over"), later, SETTINGS);
    assertThat(rules.standing()).isEqualTo(Standing.STALE);
    assertThat(rules.robots().allows("a", "/y")).isTrue();
    assertThat(rules.robots().allows("a", "/x")).isFalse();
    assertThat(rules.robots().route("/")).isEqualTo(new Route.Indeterminate());
    assertThat(rules.unreachableSince()).contains(later);
    var back = rules.then(new FetchResult.Read(Response.file(FILE), true), later, SETTINGS);
    assertThat(back.standing()).isEqualTo(Standing.READ);
    assertThat(back.unreachableSince()).isEmpty();
  }

  @Test
  void afterThirtyDaysAPolicyMayTreatTheSiteAsWithoutRules() {
    var bold =
        new FetchSettings(
            RobotsOptions.LENIENT, 5, Duration.ofHours(24), Duration.ofDays(30), true);
    var silent = new FetchResult.Unreachable("no answer");
    var rules = SiteRules.first(silent, NOON, bold);
    var before = NOON.plus(Duration.ofDays(30)).minusSeconds(1);
    assertThat(rules.then(silent, before, bold).standing()).isEqualTo(Standing.UNREACHABLE);
    var after = rules.then(silent, NOON.plus(Duration.ofDays(30)), bold);
    assertThat(after.standing()).isEqualTo(Standing.ABSENT);
    assertThat(after.robots().allows("a", "/")).isTrue();
    assertThat(after.robots().route("/")).isEqualTo(new Route.Indeterminate());
    assertThat(rules.then(silent, NOON.plus(Duration.ofDays(99)), SETTINGS).standing())
        .isEqualTo(Standing.UNREACHABLE);
  }

  @Test
  void notModifiedRenewsTheCopyHeld() {
    var tag = new Validators(Optional.of("\"1\""), Optional.empty());
    var first = rules(new Response(200, Optional.empty(), FILE, Optional.empty(), tag));
    var fetch = RobotsFetch.conditional("http://h", first.validators(), SETTINGS);
    assertThat(fetch.validators()).isEqualTo(tag);
    var later = NOON.plus(Duration.ofDays(2));
    var renewed = first.then(result(fetch, Response.of(304)), later, SETTINGS);
    assertThat(renewed.standing()).isEqualTo(Standing.READ);
    assertThat(renewed.robots()).isEqualTo(first.robots());
    assertThat(renewed.expires()).isEqualTo(later.plus(Duration.ofHours(24)));
  }

  @Test
  void redirectThatNamesNoPlaceIsUnreachable() {
    assertThat(result(RobotsFetch.of("http://h", SETTINGS), Response.of(302)))
        .isInstanceOf(FetchResult.Unreachable.class);
  }

  @Test
  void unreachableServerIsAskedAgainAfterTenMinutes() {
    assertThat(rules(new FetchAnswer.Failure("refused")).expires())
        .isEqualTo(NOON.plus(Duration.ofMinutes(10)));
  }

  @Test
  void copyThatMustNotBeStoredIsOutOfDateAtOnce() {
    assertThat(aged(Duration.ZERO).isFresh(NOON)).isFalse();
  }

  @Test
  void copyThroughAnotherOriginNeverSendsAgentsAlsoWhenItGrowsOld() {
    var tag = new Validators(Optional.of("\"1\""), Optional.empty());
    var response = new Response(200, Optional.empty(), FILE, Optional.empty(), tag);
    var rules = SiteRules.first(new FetchResult.Read(response, false), NOON, SETTINGS);
    assertThat(rules.validators()).isEqualTo(Validators.NONE);
    var stale = rules.then(new FetchResult.Unreachable("time over"), NOON, SETTINGS);
    assertThat(stale.robots().route("/")).isEqualTo(new Route.Indeterminate());
    assertThat(stale.robots().allows("a", "/x")).isFalse();
  }

  @Test
  void confirmationWithoutACopyClosesTheSite() {
    var rules = SiteRules.first(new FetchResult.NotModified(Response.of(304)), NOON, SETTINGS);
    assertThat(rules.standing()).isEqualTo(Standing.UNREACHABLE);
    assertThat(rules.robots().allows("a", "/")).isFalse();
  }

  private static SiteRules aged(Duration maxAge) {
    return rules(response(maxAge));
  }

  private static Instant agedIn1996(Duration maxAge) {
    return in1996(response(maxAge)).expires();
  }

  private static SiteRules in1996(FetchAnswer answer) {
    return SiteRules.first(result(RobotsFetch.of("http://h", OF_1996), answer), NOON, OF_1996);
  }

  private static Response response(Duration maxAge) {
    return new Response(200, Optional.empty(), FILE, Optional.of(maxAge), Validators.NONE);
  }

  private static SiteRules rules(FetchAnswer answer) {
    return SiteRules.first(result(RobotsFetch.of("http://h", SETTINGS), answer), NOON, SETTINGS);
  }

  private static RobotsFetch request(RobotsFetch fetch, FetchAnswer answer) {
    return ((FetchStep.Request) fetch.next(answer)).fetch();
  }

  private static FetchResult result(RobotsFetch fetch, FetchAnswer answer) {
    return switch (fetch.next(answer)) {
      case FetchStep.Done(var result) -> result;
      case FetchStep.Request(var next) -> new FetchResult.Unreachable("asks again: " + next.url());
    };
  }
}
