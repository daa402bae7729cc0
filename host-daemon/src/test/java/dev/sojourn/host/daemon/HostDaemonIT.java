package dev.sojourn.host.daemon;

import static dev.sojourn.host.daemon.Owner.given;
import static dev.sojourn.host.daemon.Owner.refusal;
import static dev.sojourn.host.daemon.SentAgents.DAWDLER;
import static dev.sojourn.host.daemon.SentAgents.DAWDLING;
import static dev.sojourn.host.daemon.SentAgents.NOSY;
import static dev.sojourn.host.daemon.SentAgents.PRYING;
import static dev.sojourn.host.daemon.SentAgents.WALKER;
import static dev.sojourn.host.daemon.SentAgents.WALKING;
import static org.assertj.core.api.Assertions.as;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sojourn.atp.Trace;
import dev.sojourn.atp.client.DispatchOutcome;
import dev.sojourn.atp.parcel.VisitState;
import dev.sojourn.atp.passport.PassportLimits;
import dev.sojourn.atp.passport.PassportScope;
import dev.sojourn.identity.AgentUrl;
import dev.sojourn.identity.signature.SignedDirectory;
import dev.sojourn.testing.HttpsTestServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The daemon from the side of those who send agents and get what they found. It runs in a process
/// of its own if a test kills it, waits for its end or reads its log, otherwise in this one.
class HostDaemonIT {
  private static final int PAGES = 30;

  /// So few requests that visits go on until something ends them, and take little processor time.
  private static final int PAGES_PER_SECOND = 4;

  private static Owner logged;
  private static List<String> loggedPages = List.of();
  private static DaemonProcess logging;

  @TempDir Path temporary;
  private final Owner owner = new Owner();
  private HostFolder folder;

  /// A daemon with the most detailed log.
  @BeforeAll
  static void startTheDaemonWhoseLogIsRead(@TempDir Path directory) throws IOException {
    // A test that failed runs once more, with an owner of its own.
    logged = new Owner();
    var site = new HostFolder(directory);
    loggedPages = site.chain(PAGES);
    logging = DaemonProcess.start(site.config(List.of(logged), ""), "DEBUG");
  }

  @AfterAll
  static void endIt() {
    logging.close();
    logged.close();
  }

  @BeforeEach
  void layOutTheFolder() throws IOException {
    folder = new HostFolder(temporary);
  }

  @AfterEach
  void closeTheOwner() {
    owner.close();
  }

  @Test
  void anAgentIsTakenInVisitsAllPagesAndItsFindingsAreCollected() throws Exception {
    var host = logged.host(logging.address());
    var passport = logged.passport(logging.address(), WALKING, WALKER);

    assertThat(host.dispatch(logged.sign(passport, WALKING), true))
        .isInstanceOfSatisfying(
            DispatchOutcome.Accepted.class, ok -> assertThat(ok.codeSent()).isTrue());
    var gathering = new Gathering(passport.agentId());
    var status = gathering.all(host);

    assertThat(status.reason()).isEmpty();
    assertThat(status.state()).isEqualTo(VisitState.FINISHED);
    assertThat(gathering.urls()).containsExactlyInAnyOrderElementsOf(loggedPages);
    assertThat(status.pages()).isEqualTo(PAGES);
    assertThat(status.findings()).isEqualTo(PAGES);
    assertThat(status.pageBytes()).isPositive();
    assertThat(status.gzipBytes()).isPositive();
    assertThat(status.started()).isPresent();
    assertThat(status.ended()).isPresent();

    // The code is known now, and need not be sent again.
    var again = logged.passport(logging.address(), WALKING, WALKER);
    assertThat(host.dispatch(logged.sign(again, WALKING), true))
        .isInstanceOfSatisfying(
            DispatchOutcome.Accepted.class, ok -> assertThat(ok.codeSent()).isFalse());
    var second = new Gathering(again.agentId());
    second.all(host);
    assertThat(second.findings()).hasSize(PAGES);

    assertOwnerAndOperatorReadWhichLimitEndedAVisitByWhichWallAndWhere();

    assertThat(given(host.dispose(passport.agentId()))).isTrue();
    assertThat(refusal(host.status(passport.agentId()))).isEqualTo("302 agent-unknown");
  }

  private void assertOwnerAndOperatorReadWhichLimitEndedAVisitByWhichWallAndWhere()
      throws InterruptedException {
    var host = logged.host(logging.address());
    var scope = new PassportScope(Owner.SITE, List.of("/"), List.of());
    var limits = new PassportLimits(Duration.ofMinutes(5), 3, 1L << 30, 10_000);
    var starts = List.of(Owner.SITE + "/");
    var passport = logged.passport(logging.address(), WALKING, WALKER, scope, starts, limits);
    host.dispatch(logged.sign(passport, WALKING), true);
    new Gathering(passport.agentId()).all(host);

    var status = given(host.status(passport.agentId()));
    assertThat(status.state()).isEqualTo(VisitState.STOPPED);
    assertThat(status.pages()).isEqualTo(3);
    assertThat(status.reason())
        .matches(
            "stopped by the passport's limit of 3 pages"
                + " at dev\\.sojourn\\.host\\.agents\\.WalkingAgent\\.visit \\(line \\d+\\)");
    // The owner may hear of it first.
    await()
        .untilAsserted(
            () ->
                assertThat(logging.errors().lines())
                    .filteredOn(line -> line.contains("Visit " + passport.agentId() + " of "))
                    .singleElement(as(InstanceOfAssertFactories.STRING))
                    .contains(" INFO ", " ended as stopped after ", " pages=3 ")
                    .endsWith(": " + status.reason()));
  }

  @Test
  void anAgentSeesOnlyWhatItsScopeAndTheSitesRobotsTxtAllow() throws Exception {
    folder.page("index.html", "home");
    folder.page("private/secret.html", "secret");
    folder.page("outside/index.html", "outside");
    folder.file(".htpasswd", "secret");
    folder.file("robots.txt", "User-agent: ExampleBot\nDisallow: /private/\n");
    try (var daemon = RunningHost.start(folder.config(List.of(owner), ""))) {
      var host = owner.host(daemon.address());
      var scope = new PassportScope(Owner.SITE, List.of("/"), List.of("/outside/"));
      var passport = owner.passport(daemon.address(), PRYING, NOSY, scope);
      host.dispatch(owner.sign(passport, PRYING), true);

      var gathering = new Gathering(passport.agentId());
      var status = gathering.all(host);

      assertThat(status.reason()).isEmpty();
      assertThat(gathering.findings())
          .extracting(f -> f.get("path").asText() + " " + f.get("answer").asText())
          .containsExactly(
              "/index.html page",
              "/private/secret.html refused",
              "/%70rivate/secret.html refused",
              "/outside/ out of scope",
              "/docs/../private/secret.html refused",
              "/.htpasswd missing 404",
              "/docs/%2e%2e/.htpasswd missing 404",
              "/../../etc/passwd missing 404");
      assertThat(gathering.referrals()).containsExactly(Owner.SITE + "/outside/");
    }
  }

  @Test
  void afterSigtermAndSigkillInMidVisitFindingsAreCompleteAndNoneIsDoubled() throws Exception {
    var limits = "[limits]\ncheckpoint-every = \"100 ms\"\n";
    var pages = folder.chain(600);
    Gathering gathering;
    try (var _ = giveSlowly()) {
      var config = folder.config(List.of(owner), limits);
      try (var daemon = DaemonProcess.start(config)) {
        gathering = send(daemon);
        gathering.next(owner.host(daemon.address()));

        assertThat(daemon.terminate()).isZero();
        assertNothingOfNoteIsLogged(daemon);
      }
      int before = gathering.findings().size();
      try (var daemon = DaemonProcess.start(config)) {
        while (gathering.findings().size() < before + 10) {
          var status = gathering.next(owner.patient(daemon.address())).status();
          assertThat(status.state().isFinal()).describedAs(status.reason()).isFalse();
        }
        daemon.kill();
      }
      assertThat(gathering.findings()).hasSizeLessThan(pages.size());
    }
    folder.giveFiles();
    try (var daemon = RunningHost.start(folder.config(List.of(owner), limits))) {
      var status = gathering.all(owner.patient(daemon.address()));

      assertThat(status.state()).describedAs(status.reason()).isEqualTo(VisitState.FINISHED);
      assertThat(gathering.urls()).doesNotHaveDuplicates();
      assertThat(gathering.urls()).containsExactlyInAnyOrderElementsOf(pages);
      assertThat(status.findings()).isEqualTo(pages.size());
    }
  }

  /// Every start reports what the machine lacks for confinement, and that the daemon runs as root.
  private static void assertNothingOfNoteIsLogged(DaemonProcess daemon) throws IOException {
    assertThat(
            daemon
                .errors()
                .lines()
                .filter(line -> !line.contains("Agents run in processes"))
                .filter(line -> !line.contains("The daemon runs as root")))
        .noneMatch(line -> line.contains("WARN") || line.contains("ERROR"));
  }

  /// From now on configurations give the pages by a web server, a few in a second.
  private StaticPageServer giveSlowly() throws IOException {
    var server = StaticPageServer.of(folder);
    folder.giveSlowly(server.port(), PAGES_PER_SECOND);
    return server;
  }

  private Gathering send(DaemonProcess daemon) throws InterruptedException {
    var passport = owner.passport(daemon.address(), WALKING, WALKER);
    owner.host(daemon.address()).dispatch(owner.sign(passport, WALKING), true);
    return new Gathering(passport.agentId());
  }

  @Test
  void anAgentCalledBackBringsItsStateAndGoesOnFromIt() throws Exception {
    var pages = folder.chain(60);
    var often = "[limits]\ncheckpoint-every = \"50 ms\"\n";
    try (var _ = giveSlowly();
        var daemon = RunningHost.start(folder.config(List.of(owner), often))) {
      var host = owner.host(daemon.address());
      var passport = owner.passport(daemon.address(), WALKING, WALKER);
      host.dispatch(owner.sign(passport, WALKING), false);
      var first = new Gathering(passport.agentId());
      while (first.findings().isEmpty()) {
        assertThat(first.next(host).isLast()).isFalse();
      }

      var home = given(host.retract(passport.agentId())).agent();
      assertThat(first.all(host).state()).isEqualTo(VisitState.KILLED);
      assertThat(first.findings()).isNotEmpty();

      var state = home.state().orElseThrow();
      var onward = Owner.withState(owner.passport(daemon.address(), WALKING, WALKER), state);
      assertThat(host.dispatch(owner.sign(onward, WALKING).withState(state), true))
          .isInstanceOf(DispatchOutcome.Accepted.class);
      var second = new Gathering(onward.agentId());
      second.all(host);

      var all = new ArrayList<>(first.urls());
      all.addAll(second.urls());
      assertThat(all).doesNotHaveDuplicates().containsExactlyInAnyOrderElementsOf(pages);
    }
  }

  @Test
  void aRepeatedDispatchIsAnsweredAlikeAndRunsOnce() throws Exception {
    folder.chain(3);
    try (var daemon = RunningHost.start(folder.config(List.of(owner), ""))) {
      var host = owner.host(daemon.address());
      var passport = owner.passport(daemon.address(), WALKING, WALKER);
      var agent = owner.sign(passport, WALKING);
      assertThat(host.dispatch(agent, false)).isInstanceOf(DispatchOutcome.Accepted.class);
      var gathering = new Gathering(passport.agentId());
      gathering.all(host);
      assertThat(gathering.findings()).hasSize(3);

      assertThat(host.dispatch(agent, false)).isInstanceOf(DispatchOutcome.Accepted.class);
      assertThat(gathering.next(host).isLast()).isTrue();
      assertThat(gathering.findings()).hasSize(3);

      assertThat(given(host.dispose(passport.agentId()))).isTrue();
      assertThat(host.dispatch(agent, false)).isInstanceOf(DispatchOutcome.Accepted.class);
      assertThat(refusal(host.status(passport.agentId())))
          .as("what was disposed of does not come to life by a replay")
          .isEqualTo("302 agent-unknown");

      var other = owner.passport(daemon.address(), DAWDLING, DAWDLER);
      var reused = Owner.withDispatchId(other, passport.dispatchId());
      assertThat(refusal(host.dispatch(owner.sign(reused, DAWDLING), false)))
          .isEqualTo("300 dispatch-reused");
    }
  }

  /// A full disk must not be reported as a full memory for nonces.
  @Test
  void aRequestWhoseNonceTheDiskDoesNotTakeIsRefusedForTheDisk() throws Exception {
    try (var host = RunningHost.start(folder.config(List.of(owner), ""))) {
      try (var connection =
              DriverManager.getConnection("jdbc:sqlite:" + temporary.resolve("data/host.db"));
          var statement = connection.createStatement()) {
        statement.execute("DROP TABLE reservation");
      }
      assertThat(refusal(owner.host(host.address()).status("a1"))).isEqualTo("400 disk-failed");
    }
  }

  @Test
  void moreAgentsThanMayWaitAreAskedToComeBack() throws Exception {
    try (var mute = MutePages.start()) {
      folder.giveBy(mute.keys());
      var config =
          folder.config(List.of(owner), "[limits]\nvisits-at-once = 1\nwaiting-visits = 0\n");
      moreThanMayWait(config);
    }
  }

  private void moreThanMayWait(Path config) throws Exception {
    try (var daemon = RunningHost.start(config)) {
      var host = owner.host(daemon.address());
      var first = owner.passport(daemon.address(), WALKING, WALKER);
      var second = owner.passport(daemon.address(), WALKING, WALKER);
      host.dispatch(owner.sign(first, WALKING), false);

      assertThat(refusal(host.dispatch(owner.sign(second, WALKING), false)))
          .isEqualTo("403 crowded");
      given(host.dispose(first.agentId()));
      assertThat(host.dispatch(owner.sign(second, WALKING), false))
          .isInstanceOf(DispatchOutcome.Accepted.class);
    }
  }

  @Test
  void theTraceOfAJourneyStandsInTheLogWithEachRequestAboutIt() throws Exception {
    var host = logged.host(logging.address());
    var passport = logged.passport(logging.address(), PRYING, NOSY);
    var id = passport.agentId();
    host.dispatch(logged.sign(passport, PRYING), false);
    new Gathering(id).all(host);
    var later = Trace.ofJourney("another");
    given(host.onJourney(later).status(id));
    given(host.dispose(id));

    // The owner may have an answer before the log has it.
    await()
        .untilAsserted(
            () ->
                assertThat(requests(Trace.ofJourney(id)))
                    .startsWith("DISPATCH 100")
                    .endsWith("DISPOSE 100")
                    .containsOnly("DISPATCH 100", "COLLECT 100", "DISPOSE 100"));
    await().untilAsserted(() -> assertThat(requests(later)).containsExactly("STATUS 100"));
  }

  /// Methods and statuses of the requests that the log has under a trace.
  private static List<String> requests(Trace trace) throws IOException {
    var line = Pattern.compile("- ([A-Z]+) \\w* ?from .*, trace " + trace.id() + ": (\\d+) ");
    return line.matcher(logging.errors())
        .results()
        .map(found -> found.group(1) + " " + found.group(2))
        .toList();
  }

  @Test
  void whatADirectorySaidIsKnownToADaemonThatWasKilledAndStartedAgain() throws Exception {
    try (var directory = HttpsTestServer.start(temporary)) {
      var published =
          SignedDirectory.sign(
              new AgentUrl(directory.origin()),
              List.of(owner.key()),
              Instant.now(),
              Duration.ofDays(1),
              Duration.ofHours(1));
      directory.answer(AgentUrl.WELL_KNOWN, 200, published.fields(), published.body().toArray());
      var config =
          folder.config(
              List.of(),
              """
              [[trust]]
              name = "owner"
              url = "%s"
              [identity]
              private-addresses = true
              authorities = "%s"
              """
                  .formatted(directory.origin(), directory.certificate()));
      try (var daemon = DaemonProcess.start(config)) {
        // The key is known, but there is no such agent.
        assertThat(refusal(owner.host(daemon.address()).status("a1")))
            .isEqualTo("302 agent-unknown");
        await().until(() -> Files.exists(temporary.resolve("data").resolve("directories")));
        daemon.kill();
      }
      assertThat(directory.asked()).isEqualTo(1);
      directory.reset();

      try (var daemon = RunningHost.start(config);
          var stranger = new Owner()) {
        assertThat(refusal(owner.patient(daemon.address()).status("a1")))
            .isEqualTo("302 agent-unknown");
        assertThat(directory.asked()).isZero();
        assertThat(refusal(stranger.host(daemon.address()).status("a1")))
            .isEqualTo("301 signature-key-unknown");
      }
    }
  }
}
