package dev.sojourn.host.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.agent.Scope;
import dev.sojourn.atp.passport.Passport;
import dev.sojourn.atp.passport.PassportLimits;
import dev.sojourn.atp.passport.PassportLimits.Further;
import dev.sojourn.atp.passport.PassportScope;
import dev.sojourn.base.Digest;
import dev.sojourn.host.config.LimitsConfig;
import dev.sojourn.host.config.SiteConfig;
import dev.sojourn.host.config.SiteSource;
import dev.sojourn.host.quota.PageLimits;
import dev.sojourn.host.quota.StayLimits;
import dev.sojourn.host.site.FolderMemory;
import dev.sojourn.host.site.Sites;
import dev.sojourn.identity.net.AtpAddress;
import dev.sojourn.visit.RoutePolicy;
import dev.sojourn.visit.RoutePolicy.Unrouted;
import dev.sojourn.visit.content.FileRules;
import dev.sojourn.visit.content.PrivatePaths;
import dev.sojourn.visit.content.ResponseFields;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TermsTest {
  private static final String SITE = "http://site.example";
  private static final LimitsConfig LIMITS =
      new LimitsConfig(
          8,
          10,
          4,
          256,
          1,
          Duration.ofMinutes(1),
          2_000,
          Duration.ofMinutes(10),
          Duration.ofMinutes(5),
          7_000,
          1_000,
          2_000,
          3_000,
          4_096,
          5_000,
          80,
          90,
          6_000,
          Duration.ofSeconds(1),
          4,
          Duration.ofDays(1),
          8_000,
          StayLimits.DEFAULT,
          PageLimits.usual(2));
  private static final PassportLimits MODEST =
      new PassportLimits(Duration.ofMinutes(1), 10, 20, 30);

  @TempDir Path root;
  private Sites sites;

  @BeforeEach
  void open() {
    sites =
        Sites.open(
            List.of(
                new SiteConfig(
                    SITE,
                    new SiteSource.Folder(root, List.of(), false),
                    1_000,
                    FileRules.NONE,
                    ResponseFields.NONE,
                    Duration.ofMinutes(1))),
            PrivatePaths.NONE,
            new FolderMemory(root.resolveSibling("data")),
            InstantSource.system());
  }

  @Test
  void grantsASiteThatIsServedHere() {
    var terms = granted(passport(SITE, List.of("/a/"), List.of(SITE + "/a/%7eb"), MODEST));

    assertThat(terms.scope()).isEqualTo(new Scope(SITE, List.of("/a/"), List.of()));
    assertThat(terms.starts()).containsExactly(SITE + "/a/~b");
    assertThat(terms.site().origin()).isEqualTo(SITE);
  }

  @Test
  void grantsTheSmallerOfWhatIsAskedAndWhatIsAllowed() {
    var modest = granted(passport(SITE, List.of("/"), List.of(), MODEST)).limits();
    assertThat(modest.wallClock()).isEqualTo(Duration.ofMinutes(1));
    assertThat(modest.pages()).isEqualTo(10);
    assertThat(modest.pageBytes()).isEqualTo(20);
    assertThat(modest.findings()).isEqualTo(30);

    var greedy = new PassportLimits(Duration.ofDays(9), 1L << 40, 1L << 50, 1L << 40);
    var limits = granted(passport(SITE, List.of("/"), List.of(), greedy)).limits();
    assertThat(limits.wallClock()).isEqualTo(Duration.ofMinutes(10));
    assertThat(limits.pages()).isEqualTo(1_000);
    assertThat(limits.pageBytes()).isEqualTo(2_000);
    assertThat(limits.findings()).isEqualTo(3_000);
    assertThat(limits.cpu()).isEqualTo(Duration.ofMinutes(5));
  }

  /// The further limits of a host, and values with which a passport asks for more and for less.
  @ParameterizedTest
  @CsvSource({
    "CPU_MILLISECONDS, 300_000",
    "ALLOCATED_BYTES, 7_000",
    "OUTPUT_BYTES, 5_000",
    "STATE_BYTES, 6_000",
    "REFERRALS, 100_000",
    "LOG_LINES, 80",
    "MESSAGES, 90",
  })
  void grantsTheSmallerOfWhatElseIsAskedAndAllowed(Further name, String allowed) {
    long granted = Long.parseLong(allowed.replace("_", ""));
    assertThat(further(Map.of(), name)).isEqualTo(granted);
    assertThat(further(Map.of(name, granted - 1), name)).isEqualTo(granted - 1);
    assertThat(further(Map.of(name, 1L), name)).isEqualTo(1);
    assertThat(further(Map.of(name, granted + 1), name)).isEqualTo(granted);
    assertThat(further(Map.of(name, Long.MAX_VALUE), name)).isEqualTo(granted);
  }

  @Test
  void savesAsRarelyAsWhoeverWantsItRarer() {
    var name = Further.CHECKPOINT_MILLISECONDS;
    assertThat(further(Map.of(), name)).isEqualTo(1_000);
    assertThat(further(Map.of(name, 1L), name)).isEqualTo(1_000);
    assertThat(further(Map.of(name, 60_000L), name)).isEqualTo(60_000);
    assertThat(further(Map.of(name, Long.MAX_VALUE), name))
        .isEqualTo(Duration.ofDays(366).toMillis());
  }

  private long further(Map<Further, Long> asked, Further name) {
    var limits = new PassportLimits(Duration.ofMinutes(1), 10, 20, 30, asked);
    var visit = granted(passport(SITE, List.of("/"), List.of(), limits)).limits();
    return switch (name) {
      case CPU_MILLISECONDS -> visit.cpu().toMillis();
      case ALLOCATED_BYTES -> visit.allocatedBytes();
      case OUTPUT_BYTES -> visit.outputBytes();
      case STATE_BYTES -> visit.stateBytes();
      case REFERRALS -> visit.referrals();
      case LOG_LINES -> visit.logLines();
      case MESSAGES -> visit.messages();
      case CHECKPOINT_MILLISECONDS -> visit.checkpointEvery().toMillis();
      case STAY_MILLISECONDS -> throw new IllegalArgumentException("no limit of one visit");
    };
  }

  @Test
  void refusesASiteThatIsNotServedHere() {
    assertThat(refused(passport("http://other.example", List.of("/"), List.of(), MODEST)))
        .isEqualTo("site-not-served");
  }

  @Test
  void refusesAScopeThatIsNone() {
    assertThat(refused(passport(SITE, List.of("docs"), List.of(), MODEST)))
        .isEqualTo("scope-malformed");
  }

  @Test
  void refusesAStartOutsideTheScope() {
    for (var start : List.of(SITE + "/b/", "http://other.example/a/", "nonsense")) {
      assertThat(refused(passport(SITE, List.of("/a/"), List.of(start), MODEST)))
          .isEqualTo("start-outside-scope");
    }
  }

  @Test
  void refusesAPassportThatAsksForNothing() {
    var nothing = new PassportLimits(Duration.ZERO, 10, 20, 30);
    assertThat(refused(passport(SITE, List.of("/"), List.of(), nothing)))
        .isEqualTo("limits-too-small");
  }

  @Test
  void aStartInAForeignPartIsRefusedThoughAPartOfTheScopeIsRoutedHere() throws IOException {
    Files.writeString(
        root.resolve("robots.txt"),
        "Mobile-agent-server: / atp://here:1\nMobile-agent-server: /b/ none\n");

    var refused =
        (Terms.Refused)
            terms(passport(SITE, List.of("/"), List.of(SITE + "/", SITE + "/b/x"), MODEST));

    assertThat(refused.problem().code()).isEqualTo("not-routed-here");
    assertThat(refused.problem().detail()).contains("/b/x", "line 2");
  }

  @Test
  void theGrantedScopeIsTheAskedOneCutToWhatIsRoutedHere() throws IOException {
    Files.writeString(
        root.resolve("robots.txt"),
        """
        Mobile-agent-server: /a/b/ none
        Mobile-agent-server: /a/b/c/ atp://HERE:1/
        Mobile-agent-server: /d/ atp://here:2
        """);

    assertThat(granted(passport(SITE, List.of("/a/"), List.of(), MODEST)).scope())
        .isEqualTo(new Scope(SITE, List.of("/a/", "/a/b/c/"), List.of("/a/b/")));
    assertThat(refused(passport(SITE, List.of("/d/"), List.of(), MODEST)))
        .isEqualTo("not-routed-here");
  }

  @Test
  void nothingIsGrantedWhereTheRoutesAreNotKnownToTheirEnd() throws IOException {
    Files.writeString(root.resolve("robots.txt"), "#".repeat(2_000));

    assertThat(refused(passport(SITE, List.of("/a/"), List.of(), MODEST)))
        .isEqualTo("not-routed-here");
  }

  private Terms terms(Passport passport) {
    var here = new RoutePolicy.AtHost(Set.of(new AtpAddress("here", 1)), Unrouted.TAKE);
    return Terms.of(passport, sites, LIMITS, here);
  }

  private Terms.Granted granted(Passport passport) {
    return (Terms.Granted) terms(passport);
  }

  private String refused(Passport passport) {
    return ((Terms.Refused) terms(passport)).problem().code();
  }

  private static Passport passport(
      String origin, List<String> includes, List<String> starts, PassportLimits limits) {
    var now = Instant.parse("2026-05-01T10:00:00Z");
    return new Passport(
        new Passport.Identity("a1", "d1", "o".repeat(43), Optional.empty(), "ExampleBot"),
        new Passport.Grant(
            Digest.of("code".getBytes(StandardCharsets.UTF_8)),
            "org.example.Indexer",
            new PassportScope(origin, includes, List.of()),
            starts,
            limits),
        new Passport.Journey(0, Optional.empty(), Optional.empty()),
        new Passport.Validity(
            new AtpAddress("127.0.0.1", 1_000), now, now.plusSeconds(60), "nonce-01"));
  }
}
