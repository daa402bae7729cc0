package dev.sojourn.fetch.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.crawl.plan.RobotsOutcome;
import dev.sojourn.crawl.plan.RobotsOutcome.Kind;
import dev.sojourn.dispatcher.crawl.FirstRules;
import dev.sojourn.fetch.client.SiteUrl;
import dev.sojourn.fetch.client.WireTally;
import dev.sojourn.identity.net.Destinations;
import dev.sojourn.robots.Route;
import dev.sojourn.robots.fetch.Validators;
import dev.sojourn.testing.HeldPort;
import dev.sojourn.testing.ScriptedServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(120)
class RobotsFetcherIT {
  private static final String RULES =
      """
      User-agent: *
      Disallow: /private
      Mobile-agent-server: / atp://agents.example:10434
      """;

  private final HttpFetcher http =
      HttpFetcher.open(
          HttpSettings.standard(
              "TestBot/1.0",
              new FetchLimits(
                  Duration.ofSeconds(10),
                  Duration.ofSeconds(20),
                  Duration.ofSeconds(30),
                  16 * 1024 * 1024)));
  private final RobotsFetcher fetcher = new RobotsFetcher(http, InstantSource.system());
  private final WireTally tally = new WireTally();

  @AfterEach
  void close() {
    http.close();
  }

  @Test
  void readsTheRulesAndRoutesOfTheSite() throws Exception {
    try (var server =
        ScriptedServer.start((request, out) -> ScriptedServer.page(out, 200, RULES))) {
      var outcome = FirstRules.fetch(fetcher, server.origin(), tally).outcome();
      assertThat(outcome.kind()).isEqualTo(Kind.READ);
      assertThat(outcome.body().asUtf8()).isEqualTo(RULES);
      assertThat(outcome.robots().allows("TestBot", server.origin() + "/private/x")).isFalse();
      assertThat(outcome.robots().allows("TestBot", server.origin() + "/x")).isTrue();
      assertThat(outcome.robots().route(server.origin() + "/x")).isInstanceOf(Route.Host.class);
      assertThat(server.requests.getFirst().target()).isEqualTo("/robots.txt");
      assertThat(tally.receivedBytes()).isPositive();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"http://{x}", "http://a\"b", "http://-", "http://a_b.invalid"})
  void anAddressThatNobodyCanHaveIsAnUnreachableSite(String origin) throws Exception {
    var outcome = FirstRules.fetch(fetcher, origin, tally).outcome();
    assertThat(outcome.kind()).isEqualTo(Kind.UNREACHABLE);
    assertThat(outcome.robots().allows("TestBot", origin + "/")).isFalse();
  }

  @Test
  void anEndlessFileIsReadAsFarAsItCounts() throws Exception {
    var head = ScriptedServer.head(200, "Content-Length: 99999999999");
    try (var server =
        ScriptedServer.start(
            (request, out) -> {
              ScriptedServer.say(out, head + RULES);
              while (true) {
                ScriptedServer.say(out, "# more\n".repeat(1_000));
              }
            })) {
      var outcome = FirstRules.fetch(fetcher, server.origin(), tally).outcome();
      assertThat(outcome.kind()).isEqualTo(Kind.READ);
      assertThat(outcome.robots().allows("TestBot", server.origin() + "/private/x")).isFalse();
      assertThat(outcome.robots().route(server.origin() + "/x"))
          .isEqualTo(new Route.Indeterminate());
      assertThat(tally.receivedBytes()).isLessThan(2_000_000);
    }
  }

  @Test
  void isMadeAgainFromWhatWasKept() throws Exception {
    try (var server =
        ScriptedServer.start((request, out) -> ScriptedServer.page(out, 200, RULES))) {
      var outcome = FirstRules.fetch(fetcher, server.origin(), tally).outcome();
      assertThat(outcome.destinations()).isEqualTo(Destinations.INSIDE);
      var again = RobotsOutcome.ofDescription(outcome.description(), outcome.body());
      assertThat(again).isEqualTo(outcome);
    }
  }

  @Test
  void routesHoldAfterRedirectsOnTheSameOrigin() throws Exception {
    try (var server =
        ScriptedServer.start((request, out) -> redirects(out, 5, request.target(), RULES))) {
      var outcome = FirstRules.fetch(fetcher, server.origin(), tally).outcome();
      assertThat(outcome.kind()).isEqualTo(Kind.READ);
      assertThat(server.requests).hasSize(6);
      assertThat(outcome.robots().route("/x")).isInstanceOf(Route.Host.class);
    }
  }

  /// As the URL Standard reads them in links of pages.
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "/a|b; /a|b",
        "/{a}; /%7Ba%7D",
        "/r?{a}|b; /r?{a}|b",
        "/a b; /a%20b",
        "/r?^`; /r?^`",
        "\\a\\b; /a/b",
        "/%zz; /%zz",
        "/caf\u00e9; /caf%C3%A9"
      })
  void aRedirectIsReadAsLinksAre(String location, String target) throws Exception {
    try (var server =
        ScriptedServer.start(
            (request, out) -> {
              if (request.target().equals(target)) {
                ScriptedServer.page(out, 200, RULES);
              } else {
                ScriptedServer.page(out, 302, "", "Location: " + location);
              }
            })) {
      assertThat(FirstRules.fetch(fetcher, server.origin(), tally).outcome().kind())
          .isEqualTo(Kind.READ);
      assertThat(server.requests).hasSize(2);
    }
  }

  @Test
  void aRedirectToAnotherOriginCannotSendAgentsThere() throws Exception {
    try (var evil = ScriptedServer.start((request, out) -> ScriptedServer.page(out, 200, RULES));
        var site =
            ScriptedServer.start(
                (request, out) ->
                    ScriptedServer.page(out, 302, "", "Location: " + evil.origin() + "/r.txt"))) {
      var outcome = FirstRules.fetch(fetcher, site.origin(), tally).outcome();
      assertThat(outcome.kind()).isEqualTo(Kind.READ_ELSEWHERE);
      assertThat(outcome.robots().route("/x")).isInstanceOf(Route.Indeterminate.class);
      assertThat(outcome.robots().allows("TestBot", "/private/x")).isFalse();
      assertThat(outcome.sentence()).contains(evil.origin() + "/r.txt");
    }
  }

  @Test
  void aRedirectAwayAndBackCannotEither() throws Exception {
    var back = new ArrayList<String>();
    try (var evil =
            ScriptedServer.start(
                (request, out) ->
                    ScriptedServer.page(out, 301, "", "Location: " + back.getFirst()));
        var site =
            ScriptedServer.start(
                (request, out) -> {
                  if (request.target().equals("/robots.txt")) {
                    ScriptedServer.page(out, 302, "", "Location: " + evil.origin() + "/");
                  } else {
                    ScriptedServer.page(out, 200, RULES);
                  }
                })) {
      back.add(site.origin() + "/upload/robots.txt");
      assertThat(FirstRules.fetch(fetcher, site.origin(), tally).outcome().kind())
          .isEqualTo(Kind.READ_ELSEWHERE);
    }
  }

  @Test
  void aRedirectLoopIsLeftAfterFiveHops() throws Exception {
    try (var server =
        ScriptedServer.start(
            (request, out) -> ScriptedServer.page(out, 302, "", "Location: /robots.txt"))) {
      assertThat(FirstRules.fetch(fetcher, server.origin(), tally).outcome().kind())
          .isEqualTo(Kind.ABSENT);
      assertThat(server.requests).hasSize(6);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {400, 401, 403, 404, 410})
  void withoutAFileAllIsAllowedAndNoHostIsNamed(int status) throws Exception {
    try (var server =
        ScriptedServer.start((request, out) -> ScriptedServer.page(out, status, RULES))) {
      var outcome = FirstRules.fetch(fetcher, server.origin(), tally).outcome();
      assertThat(outcome.kind()).isEqualTo(Kind.ABSENT);
      assertThat(outcome.robots().allows("TestBot", "/private/x")).isTrue();
      assertThat(outcome.robots().route("/x")).isInstanceOf(Route.Unspecified.class);
      assertThat(outcome.body().isEmpty()).isTrue();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {429, 500, 502, 503, 599, 304})
  void whileNobodyKnowsNothingIsAllowed(int status) throws Exception {
    try (var server =
        ScriptedServer.start((request, out) -> ScriptedServer.page(out, status, RULES))) {
      var outcome = FirstRules.fetch(fetcher, server.origin(), tally).outcome();
      assertThat(outcome.kind()).isEqualTo(Kind.UNREACHABLE);
      assertThat(outcome.robots().allows("TestBot", "/x")).isFalse();
      assertThat(outcome.robots().route("/x")).isNotInstanceOf(Route.Host.class);
    }
  }

  @Test
  void aSiteThatIsDownIsUnreachableAndSaysWhy() throws Exception {
    try (var port = HeldPort.take()) {
      var outcome = FirstRules.fetch(fetcher, "http://127.0.0.1:" + port.number(), tally).outcome();
      assertThat(outcome.kind()).isEqualTo(Kind.UNREACHABLE);
      assertThat(outcome.sentence())
          .isEqualTo(
              "http://127.0.0.1:%d/robots.txt could not be read (it refuses connections): nothing may be fetched until it can."
                  .formatted(port.number()));
    }
  }

  @Test
  void aFileThatGoesOnBeyondTheLimitSendsNoAgents() throws Exception {
    var endless = RULES + "# filler\n".repeat(80_000);
    try (var server =
        ScriptedServer.start((request, out) -> ScriptedServer.page(out, 200, endless))) {
      var outcome = FirstRules.fetch(fetcher, server.origin(), tally).outcome();
      assertThat(outcome.kind()).isEqualTo(Kind.READ);
      assertThat(outcome.robots().truncated()).isTrue();
      assertThat(outcome.robots().route("/x")).isInstanceOf(Route.Indeterminate.class);
      assertThat(outcome.robots().allows("TestBot", "/private/x")).isFalse();
    }
  }

  @Test
  void whatIsNoOriginIsACallersMistake() {
    assertThatThrownBy(() -> FirstRules.fetch(fetcher, "ftp://site.example", tally).outcome())
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static final InetAddress PUBLIC = literal("93.184.215.14");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://127.0.0.1:434/",
        "http://2130706433/",
        "http://169.254.169.254/latest/meta-data/",
        "http://10.0.0.1/",
        "http://[::1]/",
        "http://[::ffff:127.0.0.1]/",
        "http://[64:ff9b::7f00:1]/",
        "http://[fd00::1]/",
        "http://[fe80::1]/",
        "http://0.0.0.0/",
        "http://224.0.0.1/",
        "http://internal.example/",
        "http://half.example/",
        "http://site.example.internal.example:8080/"
      })
  void aPublicSiteCannotRedirectToAPrivateAddress(String target) throws Exception {
    var network = new FakeInternet(target);
    var outcome =
        FirstRules.fetch(
                new RobotsFetcher(network, InstantSource.system()), "http://site.example", tally)
            .outcome();
    assertThat(outcome.kind()).isEqualTo(Kind.UNREACHABLE);
    assertThat(outcome.sentence()).contains("where no site of the Internet may send a crawler");
    assertThat(network.asked)
        .containsExactly("http://site.example/robots.txt at " + PUBLIC.getHostAddress());
  }

  @Test
  void aNameServiceThatChangesItsMindChangesNothing() throws Exception {
    // Asked a second time, the site's name would be one of this machine, and so excuse the hop.
    var network = new FakeInternet("http://127.0.0.1/");
    FirstRules.fetch(
            new RobotsFetcher(network, InstantSource.system()), "http://site.example", tally)
        .outcome();
    assertThat(network.resolved).containsExactly("site.example", "127.0.0.1");

    // The address that is checked is the one that is asked: each name is resolved once for each
    // hop.
    var other = new FakeInternet("http://rebinding.example/");
    var outcome =
        FirstRules.fetch(
                new RobotsFetcher(other, InstantSource.system()), "http://site.example", tally)
            .outcome();
    assertThat(outcome.kind()).isEqualTo(Kind.READ_ELSEWHERE);
    assertThat(other.resolved).containsExactly("site.example", "rebinding.example");
    assertThat(other.asked)
        .containsExactly(
            "http://site.example/robots.txt at " + PUBLIC.getHostAddress(),
            "http://rebinding.example/ at " + PUBLIC.getHostAddress());
  }

  @Test
  void aSiteOfOnesOwnNetworkMayRedirectWithinIt() throws Exception {
    var network = new FakeInternet("http://10.0.0.1/");
    var outcome =
        FirstRules.fetch(
                new RobotsFetcher(network, InstantSource.system()),
                "http://internal.example",
                tally)
            .outcome();
    assertThat(outcome.kind()).isEqualTo(Kind.READ_ELSEWHERE);
    assertThat(network.asked).hasSize(2);
  }

  /// For each redirecting site, and each way of writing the address.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://169.254.169.254/latest/meta-data/",
        "http://2852039166/latest/meta-data/",
        "http://169.16689662/",
        "http://[::ffff:169.254.169.254]/",
        "http://[::ffff:a9fe:a9fe]/",
        "http://[64:ff9b::a9fe:a9fe]/",
        "http://[64:ff9b:1::a9fe:a9fe]/",
        "http://[2002:a9fe:a9fe::1]/",
        "http://[fe80::1]/",
        "http://[fd00:ec2::254]/",
        "http://[fd20:ce::254]/",
        "http://100.100.100.200/latest/meta-data/",
        "http://168.63.129.16/",
        "http://metadata.example/",
      })
  void noSiteCanRedirectToALinkLocalAddressOrAMetadataService(String target) throws Exception {
    for (var origin :
        List.of("http://site.example", "http://internal.example", "http://127.0.0.1")) {
      var network = new FakeInternet(target);
      var outcome =
          FirstRules.fetch(new RobotsFetcher(network, InstantSource.system()), origin, tally)
              .outcome();
      assertThat(outcome.kind()).isEqualTo(Kind.UNREACHABLE);
      assertThat(outcome.sentence()).containsPattern("may (not )?send a crawler");
      assertThat(network.asked).as(target).hasSize(1);
    }
  }

  /// Hosts that the Java library does not read as addresses are names, and no name service knows
  /// them.
  @ParameterizedTest
  @ValueSource(strings = {"http://0xa9fea9fe/", "http://0251.0376.0251.0376/"})
  void spellingsOfOtherLibrariesLeadNowhere(String target) throws Exception {
    var network = new FakeInternet(target);
    var outcome =
        FirstRules.fetch(
                new RobotsFetcher(network, InstantSource.system()),
                "http://internal.example",
                tally)
            .outcome();
    assertThat(outcome.kind()).isEqualTo(Kind.UNREACHABLE);
    assertThat(network.asked).hasSize(1);
  }

  @Test
  void aSiteOfThisMachineMayRedirectWithinItAndNoOtherMay() throws Exception {
    var here = new FakeInternet("http://127.0.0.1:8081/");
    assertThat(
            FirstRules.fetch(
                    new RobotsFetcher(here, InstantSource.system()), "http://127.0.0.1:8080", tally)
                .outcome()
                .kind())
        .isEqualTo(Kind.READ_ELSEWHERE);
    var other = new FakeInternet("http://127.0.0.1:8081/");
    var outcome =
        FirstRules.fetch(
                new RobotsFetcher(other, InstantSource.system()), "http://internal.example", tally)
            .outcome();
    assertThat(outcome.kind()).isEqualTo(Kind.UNREACHABLE);
    assertThat(outcome.sentence())
        .contains("a loopback address, where this site may not send a crawler");
  }

  @ParameterizedTest
  @ValueSource(strings = {"http://site.example", "http://half.example"})
  void aSiteOfTheInternetMayNameHostsOfTheInternetAlone(String origin) throws Exception {
    var network = new FakeInternet(origin + "/rules");
    var outcome =
        FirstRules.fetch(new RobotsFetcher(network, InstantSource.system()), origin, tally)
            .outcome();
    assertThat(outcome.robots().route("/x")).isInstanceOf(Route.Host.class);
    assertThat(outcome.destinations()).isEqualTo(Destinations.PUBLIC);
    assertThat(network.resolved).hasSize(1);
  }

  @Test
  void aSiteOfOnesOwnNetworkMayNameHostsInIt() throws Exception {
    var network = new FakeInternet("http://internal.example/rules");
    var outcome =
        FirstRules.fetch(
                new RobotsFetcher(network, InstantSource.system()),
                "http://internal.example",
                tally)
            .outcome();
    assertThat(outcome.robots().route("/x")).isInstanceOf(Route.Host.class);
    assertThat(outcome.destinations()).isEqualTo(Destinations.INSIDE);
  }

  @Test
  void aSiteWhoseNameIsUnknownMayNameNothingInside() throws Exception {
    var network = new FakeInternet("http://site.example/");
    var outcome =
        FirstRules.fetch(
                new RobotsFetcher(network, InstantSource.system()), "http://unknown.invalid", tally)
            .outcome();
    assertThat(outcome.kind()).isEqualTo(Kind.UNREACHABLE);
    assertThat(outcome.destinations()).isEqualTo(Destinations.PUBLIC);
  }

  /// Every robots.txt redirects to one target, which has a file. Names answer with a public address
  /// the first time they are asked, unless they are private ones.
  private static final class FakeInternet implements RobotsFetcher.Network {
    private final String target;
    final List<String> resolved = new ArrayList<>();
    final List<String> asked = new ArrayList<>();

    FakeInternet(String target) {
      this.target = target;
    }

    @Override
    public InetAddress[] resolve(PageUrl url) throws UnknownHostException {
      var host = SiteUrl.hostName(url.origin());
      boolean isAgain = resolved.contains(host);
      resolved.add(host);
      if (host.endsWith(".invalid")) {
        throw new UnknownHostException(host);
      }
      if (host.equals("half.example")) {
        return new InetAddress[] {PUBLIC, literal("192.168.1.1")};
      }
      if (host.equals("metadata.example")) {
        return new InetAddress[] {literal("169.254.169.254")};
      }
      if (host.endsWith("internal.example")) {
        return new InetAddress[] {literal("10.0.0.2")};
      }
      if (host.endsWith(".example")) {
        return new InetAddress[] {isAgain ? literal("127.0.0.1") : PUBLIC};
      }
      return InetAddress.getAllByName(host);
    }

    @Override
    public HttpReply get(PageUrl url, InetAddress address, Validators validators, WireTally tally) {
      asked.add(url + " at " + address.getHostAddress());
      return url.path().equals("/robots.txt")
          ? new HttpReply.Answer(302, Map.of("location", List.of(target)), new byte[0], false)
          : new HttpReply.Answer(200, Map.of(), RULES.getBytes(StandardCharsets.UTF_8), false);
    }
  }

  private static InetAddress literal(String address) {
    try {
      return InetAddress.getByName(address);
    } catch (UnknownHostException e) {
      throw new AssertionError(e);
    }
  }

  /// For all answers of two sites in any order: the fetch ends after at most six requests and never
  /// throws. It sends agents nowhere unless the site itself answered all the way. It disallows
  /// everything unless a file or the lack of one was seen.
  @Test
  void endsWellWhateverIsAnswered() throws Exception {
    var random = new Random(20_261_121);
    for (int run = 0; run < 150; run++) {
      var script = new ArrayList<List<String>>();
      var origins = new ArrayList<String>();
      ScriptedServer.Script answers =
          (request, out) -> {
            int step = Integer.parseInt(request.target().replaceAll("\\D", "0"));
            var answer = script.get(Math.min(step, script.size() - 1));
            answer(answer, origins, out);
          };
      try (var site = ScriptedServer.start(answers);
          var other = ScriptedServer.start(answers)) {
        origins.add(site.origin());
        origins.add(other.origin());
        for (int i = 0; i < 8; i++) {
          script.add(randomAnswer(random, i));
        }
        var outcome = FirstRules.fetch(fetcher, site.origin(), tally).outcome();
        var shown = script + " → " + outcome.kind();
        assertThat(site.requests.size() + other.requests.size()).as(shown).isBetween(1, 7);
        if (outcome.robots().route("/x") instanceof Route.Host) {
          assertThat(outcome.kind()).as(shown).isEqualTo(Kind.READ);
          assertThat(other.requests).as(shown).isEmpty();
        }
        boolean known = outcome.kind() != Kind.UNREACHABLE;
        assertThat(outcome.robots().allows("TestBot", "/x")).as(shown).isEqualTo(known);
      }
    }
  }

  private static List<String> randomAnswer(Random random, int step) {
    return switch (random.nextInt(10)) {
      case 0 -> List.of("200", RULES);
      case 1 -> List.of(Integer.toString(400 + random.nextInt(30)), "");
      case 2 -> List.of(Integer.toString(500 + random.nextInt(6)), "");
      case 3 -> List.of("close", "");
      case 4 -> List.of("garbage", "");
      case 5 -> List.of("30" + random.nextInt(9), "::no url");
      default ->
          List.of(
              Integer.toString(List.of(301, 302, 303, 307, 308).get(random.nextInt(5))),
              (random.nextBoolean() ? "" : "@" + random.nextInt(2)) + "/r" + (step + 1));
    };
  }

  private static void answer(List<String> answer, List<String> origins, OutputStream out)
      throws IOException {
    switch (answer.getFirst()) {
      case "close" -> out.close();
      case "garbage" -> {
        ScriptedServer.say(out, "\u0000\u0001nonsense\r\n\r\n");
        out.close();
      }
      case "200" -> ScriptedServer.page(out, 200, answer.get(1));
      default -> {
        var to = answer.get(1);
        var location = to.startsWith("@") ? origins.get(to.charAt(1) - '0') + to.substring(2) : to;
        ScriptedServer.page(out, Integer.parseInt(answer.getFirst()), "", "Location: " + location);
      }
    }
  }

  private static void redirects(OutputStream out, int hops, String target, String body)
      throws IOException {
    int hop = target.equals("/robots.txt") ? 0 : Integer.parseInt(target.substring(1));
    if (hop < hops) {
      ScriptedServer.page(out, 301, "", "Location: /" + (hop + 1));
    } else {
      ScriptedServer.page(out, 200, body);
    }
  }
}
