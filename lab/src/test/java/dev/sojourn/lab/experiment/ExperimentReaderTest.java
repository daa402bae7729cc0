package dev.sojourn.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.host.config.ConfigError;
import dev.sojourn.lab.experiment.CrawlDescription.Kind;
import dev.sojourn.lab.link.LinkSettings;
import dev.sojourn.lab.link.Outage;
import dev.sojourn.lab.link.RunLinks;
import dev.sojourn.lab.result.Measure;
import dev.sojourn.lab.result.Setting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The experiment file: its defaults, every key, variants, and mistakes with their places.
final class ExperimentReaderTest {
  private static final String SHORTEST =
      """
      name = "short"
      question = "Does it run?"
      [site]
      kind = "generated"
      [crawl]
      kind = "mobile"
      """;

  @TempDir private Path temp;

  @Test
  void theShortestExperimentHasTheDefaultsOfTheDocument() throws IOException {
    var experiment = valid(SHORTEST);

    assertThat(experiment.repetitions()).isEqualTo(3);
    assertThat(experiment.seed()).isEqualTo(1);
    assertThat(experiment.found()).isEmpty();
    assertThat(experiment.timeLimit()).isEqualTo(Duration.ofMinutes(10));
    assertThat(experiment.plots()).isEmpty();
    assertThat(experiment.variants())
        .containsExactly(
            new Variant(
                1,
                List.of(),
                List.of(
                    new ServedSite(
                        new SiteDescription.Generated("/", 500, 16 << 10, 20, 4, 1, 0, 0),
                        ServerProgram.LAB)),
                new HostsDescription(1, List.of(List.of("/part-00/")), List.of()),
                RunLinks.of(LinkSettings.FREE),
                new CrawlDescription(
                    Kind.MOBILE, Optional.empty(), "indexing", Optional.empty(), 1, true, 1),
                List.of()));
  }

  @Test
  void everyKeyIsRead() throws IOException {
    var experiment =
        valid(
            """
            name = "all"
            question = "Which?"
            found = "This."
            repetitions = 5
            seed = 7
            time-limit = "90 s"
            [site]
            kind = "generated"
            start = "/index.html"
            server = "nginx"
            pages = 1000
            page-bytes = "16 KiB"
            links = 30
            children = 3
            parts = 8
            leaving = 0.25
            changed = 0.5
            [hosts]
            count = 2
            paths = ["/part-01/", "/part-02/"]
            [hosts.limits]
            workers = 2
            heap = "128 MiB"
            [link]
            delay = "50 ms"
            rate = "50 Mbit/s"
            queue = "40 ms"
            loss = 0.01
            [[link.outage]]
            at = "3 s"
            for = "2 s"
            [crawl]
            kind = "mobile"
            agent = "links"
            pause = "250 ms"
            connections = 8
            index = false
            [[fault]]
            at = "5 s"
            kill = "host 2"
            back = "1 s"
            """);

    assertThat(experiment.repetitions()).isEqualTo(5);
    assertThat(experiment.seed()).isEqualTo(7);
    assertThat(experiment.found()).isEqualTo("This.");
    assertThat(experiment.timeLimit()).isEqualTo(Duration.ofSeconds(90));
    assertThat(experiment.variants())
        .containsExactly(
            new Variant(
                1,
                List.of(),
                List.of(
                    new ServedSite(
                        new SiteDescription.Generated(
                            "/index.html", 1_000, 16 << 10, 30, 3, 8, 0.25, 0.5),
                        ServerProgram.NGINX)),
                new HostsDescription(
                    2,
                    List.of(List.of("/part-01/", "/part-02/")),
                    List.of("workers = 2", "heap = \"128 MiB\"")),
                RunLinks.of(
                    new LinkSettings(
                        Duration.ofMillis(50),
                        50_000_000,
                        0.01,
                        Optional.of(Duration.ofMillis(40)),
                        List.of(new Outage(Duration.ofSeconds(3), Duration.ofSeconds(2))))),
                new CrawlDescription(
                    Kind.MOBILE,
                    Optional.empty(),
                    "links",
                    Optional.of(Duration.ofMillis(250)),
                    8,
                    false,
                    1),
                List.of(new Fault(Duration.ofSeconds(5), "host 2", Duration.ofSeconds(1)))));
  }

  @Test
  void variantsAreAllCombinationsInTheOrderOfTheFile() throws IOException {
    var experiment =
        valid(
            """
            name = "v"
            question = "Which?"
            [site]
            kind = "generated"
            parts = 4
            [link]
            delay = ["0 ms", "20 ms"]
            [crawl]
            kind = ["mobile", "classic"]
            [[plot]]
            title = "Time"
            x = "link.delay"
            y = "wall-time"
            """);

    assertThat(experiment.variants().stream().map(Variant::settings))
        .containsExactly(
            List.of(delay(0), kind("mobile")),
            List.of(delay(0), kind("classic")),
            List.of(delay(20), kind("mobile")),
            List.of(delay(20), kind("classic")));
    assertThat(experiment.variants()).extracting(Variant::number).containsExactly(1, 2, 3, 4);
    assertThat(experiment.plots())
        .containsExactly(new Plot("Time", "link.delay", Measure.WALL_TIME, List.of("crawl.kind")));
  }

  @Test
  void hostsMakeNoVariantsOfAClassicCrawl() throws IOException {
    var experiment =
        valid(
            """
            name = "v"
            question = "Which?"
            [site]
            kind = "generated"
            parts = 4
            [hosts]
            count = [1, 2, 4]
            [crawl]
            kind = ["mobile", "classic"]
            """);

    assertThat(experiment.variants()).hasSize(4);
    assertThat(experiment.variants().stream().map(v -> v.hosts().count()))
        .containsExactly(1, 0, 2, 4);
  }

  @Test
  void everyMistakeIsToldWithLineAndColumn() throws IOException {
    var errors =
        invalid(
            """
            name = "a b"
            repetition = 3
            [site]
            kind = "generated"
            pages = [100, 0, "many"]
            leaving = 0.9
            path = "x"
            [hosts]
            count = 2
            [hosts.limits]
            workers = 0
            workerz = 1
            [link]
            delay = "20"
            rate = "fast"
            [crawl]
            kind = "mobil"
            [[plot]]
            title = "t"
            x = "site.page"
            y = "time"
            """);

    assertThat(errors.stream().map(e -> e.place().replaceFirst(".*/", "") + " " + e.key()))
        .containsExactlyInAnyOrder(
            "x.toml question",
            "x.toml:1:1 name",
            "x.toml:2:1 repetition",
            "x.toml:5:15 site.pages",
            "x.toml:5:18 site.pages",
            "x.toml:6:1 site.leaving",
            "x.toml:6:1 site.leaving",
            "x.toml:7:1 site.path",
            "x.toml:9:1 hosts.count",
            "x.toml:11:1 hosts.limits.workers",
            "x.toml:12:1 hosts.limits.workerz",
            "x.toml:14:1 link.delay",
            "x.toml:15:1 link.rate",
            "x.toml:17:1 crawl.kind",
            "x.toml:20:1 plot.x",
            "x.toml:21:1 plot.y");
    assertThat(errors.stream().map(ConfigError::toString).toList().toString())
        .contains("(did you mean 'repetitions'?)")
        .contains("found 0 (expected: a whole number from 1 to 1,000,000)")
        .contains("found \"many\"");
  }

  private static final String PEERS =
      """
      name = "peers"
      question = "Which?"
      [site]
      kind = "generated"
      [link]
      delay = ["0 ms", "25 ms"]
      [crawl]
      kind = ["mobile", "other"]
      connections = [8, 64]
      [[crawler]]
      name = "other"
      command = ["sh", "--to={out}", "-n", "{connections}", "{start}"]
      exit-codes = [0, 8]
      """;

  @Test
  void aCrawlerOfOthersVariesByConnectionsAndAMobileCrawlDoesNot() throws IOException {
    var experiment =
        valid(
            PEERS
                + """
                [[without]]
                link.delay = "0 ms"
                crawl.connections = 64
                [[target]]
                text = "Ten times as fast."
                measure = "pages-per-second"
                where = { crawl.kind = "mobile", link.delay = "25 ms" }
                against = { crawl.kind = "other", crawl.connections = 8 }
                at-least = 10
                """);

    assertThat(experiment.variants().stream().map(v -> v.settings().stream().map(Setting::text)))
        .map(Stream::toList)
        .containsExactly(
            List.of("0 ms", "mobile"),
            List.of("0 ms", "other", "8"),
            List.of("25 ms", "mobile"),
            List.of("25 ms", "other", "8"),
            List.of("25 ms", "other", "64"));
    assertThat(experiment.variants()).extracting(Variant::number).containsExactly(1, 2, 3, 4, 5);
    var peer = experiment.variants().get(4).crawl().peer().orElseThrow();
    assertThat(peer.exitCodes()).containsExactlyInAnyOrder(0, 8);
    assertThat(peer.command("http://x/", Path.of("/o$"), 64))
        .containsExactly("sh", "--to=/o$", "-n", "64", "http://x/");
    var target = experiment.targets().getFirst();
    assertThat(target.other())
        .containsOnly(
            Map.entry("crawl.kind", "other"),
            Map.entry("link.delay", "25 ms"),
            Map.entry("crawl.connections", "8"));
    assertThat(target.bound()).isEqualTo(Target.Bound.AT_LEAST);
  }

  @Test
  void aClassicCrawlVariesByConnectionsUpToThoseThatItMayHave() throws IOException {
    var classic = PEERS.replace("\"mobile\", \"other\"", "\"other\", \"classic\"");
    var experiment = valid(classic.replace("[\"0 ms\", \"25 ms\"]", "\"0 ms\""));

    assertThat(experiment.variants().stream().map(v -> v.settings().stream().map(Setting::text)))
        .map(Stream::toList)
        .containsExactly(
            List.of("other", "8"),
            List.of("other", "64"),
            List.of("classic", "8"),
            List.of("classic", "64"));
    assertThat(experiment.variants().getLast().crawl().connections()).isEqualTo(64);
    assertThat(invalid(classic.replace("[8, 64]", "[8, 65]")).toString())
        .contains("crawl.connections: found 65 (expected: a whole number from 1 to 64)");
  }

  @Test
  void mistakesOfCrawlersTargetsAndFaultsAreToldWithTheirPlaces() throws IOException {
    var errors =
        invalid(
            PEERS.replace("{start}", "{url}")
                + """
                [[crawler]]
                name = "classic"
                command = []
                [[without]]
                link.delay = "1 s"
                [[target]]
                text = "t"
                measure = "pages"
                where = { crawl.kind = "mobile" }
                [[target]]
                text = "t"
                measure = "page"
                where = { site.pages = 4 }
                at-most = -1
                [[fault]]
                kill = "host 2"
                """);

    assertThat(errors.stream().map(e -> e.place().replaceFirst(".*/", "") + " " + e.key()))
        .containsExactlyInAnyOrder(
            "x.toml:12:1 crawler.command",
            "x.toml:12:1 crawler.command",
            "x.toml:15:1 crawler.name",
            "x.toml:16:1 crawler.command",
            "x.toml:18:1 without.link.delay",
            "x.toml:19:1 target.at-most",
            "x.toml:22:1 target.where",
            "x.toml:25:1 target.measure",
            "x.toml:26:11 target.where.site.pages",
            "x.toml:27:1 target.at-most",
            "x.toml:28:1 fault.at",
            "x.toml:29:1 fault.kill");
    assertThat(errors.stream().map(ConfigError::toString).toList().toString())
        .contains("found {url} (expected: {start}, {out}, {connections}, {experiment}, {java})")
        .contains(
            "found settings of 2 variants (expected: those of one variant; name also link.delay)")
        .contains("(expected: dispatcher or host 1)");
  }

  @Test
  void aListOfVariantsThatAreNotRunIsToldAsAList() throws IOException {
    assertThat(invalid(PEERS + "[[without]]\ncrawl.connections = [8, 64]\n"))
        .first()
        .extracting(ConfigError::toString)
        .asString()
        .contains("without.crawl.connections: found a list (expected: 8 or 64)");
  }

  @Test
  void textThatIsNoTomlIsTold() throws IOException {
    assertThat(invalid("name = \n")).first().extracting(ConfigError::key).isEqualTo("TOML");
  }

  @Test
  void tooManyCombinationsAreTold() throws IOException {
    var numbers = java.util.stream.IntStream.rangeClosed(10, 50).boxed().toList();

    assertThat(
            invalid(
                """
                name = "v"
                question = "Which?"
                [site]
                kind = "generated"
                pages = %s
                links = %s
                [crawl]
                kind = "mobile"
                """
                    .formatted(numbers, numbers)))
        .singleElement()
        .extracting(ConfigError::found)
        .isEqualTo("1,681 combinations");
  }

  @Test
  void aFolderMustBeThereUnlessTheFileIsACopy() throws IOException {
    var text = SHORTEST.replace("kind = \"generated\"", "kind = \"folder\"\npath = \"site\"");
    var file = Files.writeString(temp.resolve("x.toml"), text);

    assertThat(invalid(text)).singleElement().extracting(ConfigError::key).isEqualTo("site.path");
    assertThat(ExperimentReader.readCopy(file)).isInstanceOf(ExperimentReading.Valid.class);
    Files.createDirectory(temp.resolve("site"));
    assertThat(valid(text).variants().getFirst().sites())
        .extracting(ServedSite::description)
        .containsExactly(new SiteDescription.Folder("/", temp.resolve("site")));
  }

  private static final String SITES =
      """
      name = "sites"
      question = "Which?"
      [[site]]
      kind = "javadoc"
      artifact = "org.jsoup:jsoup:1.23.2"
      [[site]]
      kind = "warc"
      origin = "https://www.example.org/"
      files = ["captured.warc.gz"]
      start = "/about"
      server = "nginx"
      [[site]]
      kind = "generated"
      parts = 2
      [hosts]
      count = 4
      [crawl]
      kind = ["mobile", "classic"]
      """;

  @Test
  void severalSitesAreSharedByTheHostsInOrder() throws IOException {
    Files.createFile(temp.resolve("captured.warc.gz"));

    var variant = valid(SITES).variants().getFirst();

    assertThat(variant.sites())
        .containsExactly(
            new ServedSite(
                new SiteDescription.Javadoc(
                    "/", new MavenCoordinates("org.jsoup", "jsoup", "1.23.2")),
                ServerProgram.LAB),
            new ServedSite(
                new SiteDescription.Warc(
                    "/about", "https://www.example.org", List.of(temp.resolve("captured.warc.gz"))),
                ServerProgram.NGINX),
            new ServedSite(
                new SiteDescription.Generated("/", 500, 16 << 10, 20, 4, 2, 0, 0),
                ServerProgram.LAB));
    assertThat(variant.hosts().hostsOf(2)).containsExactly(2, 3);
  }

  @Test
  void mistakesOfSeveralSitesAreToldWithTheirPlaces() throws IOException {
    var errors =
        invalid(
            SITES
                .replace("jsoup:1.23.2", "jsoup")
                .replace("www.example.org/", "www.example.org/a")
                .replace("\"generated\"", "\"generated\"\npages = [10, 20]")
                .replace("count = 4", "count = 5\npaths = [\"/a/\"]"));

    assertThat(errors.stream().map(e -> e.place().replaceFirst(".*/", "") + " " + e.key()))
        .containsExactly(
            "x.toml:5:1 site.artifact",
            "x.toml:8:1 site.origin",
            "x.toml:9:1 site.files",
            "x.toml:14:1 site.pages",
            "x.toml:17:1 hosts.count",
            "x.toml:18:1 hosts.paths");
    assertThat(errors.getFirst().toString())
        .contains("found \"org.jsoup:jsoup\" (expected: group:artifact:version, as");
    assertThat(errors.get(2).toString()).contains("captured.warc.gz\" (expected: existing WARC");
    assertThat(invalid(SITES.replace("artifact", "artefact")).toString())
        .contains("x.toml:3:1: site.artifact", "did you mean 'artifact'?");
  }

  @Test
  void aCrawlerOfOthersReadsOneSite() throws IOException {
    assertThat(invalid(PEERS.replace("[site]", "[[site]]\nkind = \"generated\"\n[[site]]")))
        .singleElement()
        .extracting(ConfigError::toString)
        .asString()
        .contains("site: found 2 sites (expected: one, since crawlers of others read one only)");
  }

  private static Setting delay(int millis) {
    return new Setting("link.delay", millis + " ms", millis, "ms");
  }

  private static Setting kind(String word) {
    return new Setting("crawl.kind", word, 0, "");
  }

  private Experiment valid(String toml) throws IOException {
    var reading = ExperimentReader.read(Files.writeString(temp.resolve("x.toml"), toml));
    if (reading instanceof ExperimentReading.Invalid(var errors)) {
      throw new AssertionError(errors.toString());
    }
    return ((ExperimentReading.Valid) reading).experiment();
  }

  private List<ConfigError> invalid(String toml) throws IOException {
    var reading = ExperimentReader.read(Files.writeString(temp.resolve("x.toml"), toml));
    assertThat(reading).isInstanceOf(ExperimentReading.Invalid.class);
    return ((ExperimentReading.Invalid) reading).errors();
  }
}
