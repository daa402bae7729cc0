package dev.sojourn.lab.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sojourn.host.config.ConfigReader;
import dev.sojourn.host.config.ConfigReading;
import dev.sojourn.identity.key.SigningKey;
import dev.sojourn.lab.experiment.CrawlDescription;
import dev.sojourn.lab.experiment.CrawlDescription.Again;
import dev.sojourn.lab.experiment.CrawlDescription.Kind;
import dev.sojourn.lab.experiment.Experiment;
import dev.sojourn.lab.experiment.HostsDescription;
import dev.sojourn.lab.experiment.RunProcessors;
import dev.sojourn.lab.experiment.ServedSite;
import dev.sojourn.lab.experiment.ServerProgram;
import dev.sojourn.lab.experiment.SiteDescription;
import dev.sojourn.lab.experiment.Variant;
import dev.sojourn.lab.link.LinkSettings;
import dev.sojourn.lab.link.RunLinks;
import dev.sojourn.lab.result.RunOutcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The files that a run writes for its programs, the order of runs, and the judgement on a crawl.
final class RunFilesTest {
  @TempDir private Path temp;

  @Test
  void hostsShareThePathsInOrder() {
    var paths = List.of("/a/", "/b/", "/c/", "/d/");
    var addresses = List.of("atp://127.0.0.1:1", "atp://127.0.0.1:2");

    assertThat(RobotsText.of(new HostsDescription(2, List.of(paths), List.of()), 0, addresses))
        .isEqualTo(
            """
            User-agent: *
            Disallow:

            Mobile-agent-server: / atp://127.0.0.1:1
            Mobile-agent-server: /c/ atp://127.0.0.1:2
            Mobile-agent-server: /d/ atp://127.0.0.1:2
            """);
    assertThat(RobotsText.of(HostsDescription.NONE, 0, List.of())).doesNotContain("Mobile");
  }

  @Test
  void hostsShareSeveralSitesAndEachSiteHasAHostForItsRest() {
    var sites = List.of(List.of("/"), List.of("/a/", "/b/"), List.of("/"));
    var hosts = new HostsDescription(2, sites, List.of());
    var addresses = List.of("atp://127.0.0.1:1", "atp://127.0.0.1:2");

    assertThat(hosts.hostsOf(0)).containsExactly(0);
    assertThat(hosts.hostsOf(1)).containsExactly(0, 1);
    assertThat(hosts.hostsOf(2)).containsExactly(1);
    assertThat(RobotsText.of(hosts, 1, addresses))
        .endsWith(
            """
            Mobile-agent-server: / atp://127.0.0.1:1
            Mobile-agent-server: /b/ atp://127.0.0.1:2
            """);
    assertThat(RobotsText.of(hosts, 2, addresses))
        .endsWith("\nMobile-agent-server: / atp://127.0.0.1:2\n");
  }

  @Test
  void aSiteWithoutHostsNamesNoneAndTheOthersShareThem() {
    var sites = List.of(List.of("/"), List.<String>of(), List.of("/"));
    var hosts = new HostsDescription(2, sites, List.of());
    var addresses = List.of("atp://127.0.0.1:1", "atp://127.0.0.1:2");

    assertThat(RobotsText.of(hosts, 0, addresses))
        .endsWith("\nMobile-agent-server: / atp://127.0.0.1:1\n");
    assertThat(RobotsText.of(hosts, 1, addresses)).isEqualTo("User-agent: *\nDisallow:\n");
    assertThat(RobotsText.of(hosts, 2, addresses))
        .endsWith("\nMobile-agent-server: / atp://127.0.0.1:2\n");
  }

  @Test
  void theConfigurationOfAHostIsValid() throws IOException {
    var keys = List.of(temp.resolve("owner \"x\".jwk"), temp.resolve("owner-2.jwk"));
    for (var key : keys) {
      Files.write(key, SigningKey.generate(new SecureRandom()).verifyKey().toJwk().toArray());
    }
    var toml =
        HostFile.of(
            List.of(
                new HostFile.Site(
                    "http://127.0.0.1:4000", Files.createDirectories(temp.resolve("site")), false),
                new HostFile.Site(
                    "http://127.0.0.1:4002", Files.createDirectories(temp.resolve("two")), true)),
            keys,
            "atp://127.0.0.1:4001",
            List.of("workers = 1", "heap = \"64 MiB\""));

    var home = Files.createDirectories(temp.resolve("host"));
    var reading = ConfigReader.parse(toml, home.resolve("host.toml"), Map.of(), Instant.EPOCH);

    assertThat(reading).as(reading.toString()).isInstanceOf(ConfigReading.Valid.class);
  }

  @Test
  void eachRepetitionHasEveryVariantOnceInAnOrderOfItsOwn() {
    var runs = PlannedRun.all(experiment(8, 6));

    assertThat(runs).hasSize(48);
    assertThat(runs).extracting(PlannedRun::number).isSorted();
    var orders =
        IntStream.range(0, 6)
            .mapToObj(
                i ->
                    runs.subList(8 * i, 8 * i + 8).stream()
                        .map(run -> run.variant().number())
                        .toList())
            .toList();
    assertThat(orders)
        .allSatisfy(order -> assertThat(order).containsExactlyInAnyOrder(1, 2, 3, 4, 5, 6, 7, 8));
    assertThat(orders).doesNotHaveDuplicates();
    assertThat(PlannedRun.all(experiment(8, 6))).isEqualTo(runs);
  }

  @Test
  void aCrawlThatLeavesItsHostIsInPart() throws IOException {
    var summary =
        new ObjectMapper()
            .readTree(
                """
                {"pages": 5, "territories": [
                  {"path": "/", "route": "atp://127.0.0.1:1", "crawled": "classic",
                   "reason": "The host could not be reached."}]}
                """);

    assertThat(CrawlVerdict.of(0, "", summary))
        .isEqualTo(
            new CrawlVerdict(
                RunOutcome.PARTIAL,
                "Read over HTTP though a host takes agents for it: /: The host could not be"
                    + " reached."));
  }

  @Test
  void aCrawlWithoutPagesFailedAndItsComplaintIsReported() throws IOException {
    assertThat(CrawlVerdict.of(4, "No site.", new ObjectMapper().readTree("{\"pages\": 0}")))
        .isEqualTo(
            new CrawlVerdict(RunOutcome.FAILED, "The crawl ended with exit code 4: No site."));
  }

  @Test
  void aCrawlerOfOthersIsJudgedByItsExitCodeAndByWhatTheServerSent() {
    assertThat(CrawlVerdict.ofPeer(8, "", Set.of(0, 8), 5).outcome()).isEqualTo(RunOutcome.DONE);
    assertThat(CrawlVerdict.ofPeer(1, "Gone.", Set.of(0, 8), 5))
        .isEqualTo(
            new CrawlVerdict(RunOutcome.PARTIAL, "The crawler ended with exit code 1: Gone."));
    assertThat(CrawlVerdict.ofPeer(0, "Why.", Set.of(0), 0))
        .isEqualTo(
            new CrawlVerdict(
                RunOutcome.FAILED, "The crawler read no page and ended with exit code 0: Why."));
  }

  private static Experiment experiment(int variants, int repetitions) {
    var all =
        IntStream.rangeClosed(1, variants)
            .mapToObj(
                number ->
                    new Variant(
                        number,
                        List.of(),
                        List.of(
                            new ServedSite(
                                new SiteDescription.Folder("/", Path.of("site")),
                                ServerProgram.LAB,
                                true,
                                true)),
                        HostsDescription.NONE,
                        RunProcessors.ALL,
                        RunLinks.of(LinkSettings.FREE),
                        new CrawlDescription(
                            Kind.CLASSIC,
                            Optional.empty(),
                            List.of("indexing"),
                            Optional.empty(),
                            1,
                            true,
                            1,
                            Again.ANEW,
                            false,
                            Duration.ofDays(1)),
                        List.of()))
            .toList();
    return new Experiment(
        "x",
        "Which?",
        "",
        repetitions,
        7,
        Duration.ofMinutes(1),
        all,
        Map.of(),
        List.of(),
        List.of());
  }
}
