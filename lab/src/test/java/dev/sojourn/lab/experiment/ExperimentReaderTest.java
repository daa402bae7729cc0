package dev.sojourn.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.base.toml.TomlError;
import dev.sojourn.lab.experiment.CrawlDescription.Again;
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
                        new SiteDescription.Generated(
                            "/", 500, 16 << 10, 20, 4, 1, 0, 0, 0, SiteDescription.Rates.NONE),
                        ServerProgram.LAB,
                        true,
                        true)),
                new HostsDescription(1, List.of(List.of("/part-00/")), List.of()),
                RunProcessors.ALL,
                RunLinks.of(LinkSettings.FREE),
                new CrawlDescription(
                    Kind.MOBILE,
                    Optional.empty(),
                    List.of("indexing"),
                    Optional.empty(),
                    1,
                    true,
                    1,
                    Again.ANEW,
                    false,
                    Duration.ofDays(1)),
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
            relevant = 0.1
            changing = 0.2
            coming = 0.03
            going = 0.01
            gzip = false
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
            with.pages = 3
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
                            "/index.html",
                            1_000,
                            16 << 10,
                            30,
                            3,
                            8,
                            0.25,
                            0.5,
                            0.1,
                            new SiteDescription.Rates(0.2, 0.03, 0.01)),
                        ServerProgram.NGINX,
                        true,
                        false)),
                new HostsDescription(
                    2,
                    List.of(List.of("/part-01/", "/part-02/")),
                    List.of("workers = 2", "heap = \"128 MiB\"")),
                RunProcessors.ALL,
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
                    List.of("links", "pages=3"),
                    Optional.of(Duration.ofMillis(250)),
                    1,
                    false,
                    1,
                    Again.ANEW,
                    false,
                    Duration.ofDays(1)),
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
  void everyMistakeIsReportedWithLineAndColumn() throws IOException {
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
            "x.toml:1:1 question",
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
    assertThat(errors.stream().map(TomlError::toString).toList().toString())
        .contains("(did you mean 'repetitions'?)")
        .contains("found 0 (expected: a whole number from 1 to 1,000,000)")
        .contains("found \"many\"");
  }

  @Test
  void parametersOfAnAgentVaryAndHaveAPlaceOnAScale() throws IOException {
    var experiment =
        valid(
            """
            name = "v"
            question = "Which?"
            [site]
            kind = "generated"
            [crawl]
            kind = "mobile"
            agent = "search words=ba"
            [crawl.with]
            best = [1, 10]
            share = [0.5, 0.25]
            strict = true
            [[without]]
            crawl.with.best = 10
            crawl.with.share = 0.25
            [[plot]]
            title = "t"
            x = "crawl.with.best"
            y = "bytes"
            """);

    assertThat(experiment.variants())
        .extracting(variant -> variant.crawl().agent())
        .containsExactly(
            List.of("search", "words=ba", "best=1", "share=0.5", "strict=true"),
            List.of("search", "words=ba", "best=1", "share=0.25", "strict=true"),
            List.of("search", "words=ba", "best=10", "share=0.5", "strict=true"));
    assertThat(experiment.variants().getLast().settings())
        .containsExactly(
            new Setting("crawl.with.best", "10", 10, "1"),
            new Setting("crawl.with.share", "0.5", 0.5, "1"));
    assertThat(experiment.plots().getFirst().x()).isEqualTo("crawl.with.best");
  }

  @Test
  void aParameterThatTheAgentHasAlreadyIsReportedAtItsKey() throws IOException {
    assertThat(
            invalid(
                SHORTEST + "agent = \"search best=5\"\nwith = { words = \"ba\", best = [5, 6] }\n"))
        .extracting(TomlError::toString)
        .map(error -> error.replaceFirst(".*/", ""))
        .allMatch(error -> error.startsWith("x.toml:8:"))
        .anyMatch(error -> error.contains("crawl.with.best: found best in crawl.agent, too"));
  }

  @Test
  void roundsAreAnewOrAgainAndAClassicCrawlAsksAgainWhereAgentsStay() throws IOException {
    var text =
        """
        name = "v"
        question = "Which?"
        [site]
        kind = "generated"
        changing = [0.1, 0.2]
        [crawl]
        kind = ["mobile", "classic"]
        rounds = 3
        again = ["anew", "recrawl", "follow"]
        every = ["1 d", "12 h"]
        [[plot]]
        title = "t"
        x = "site.changing"
        y = "later-bytes"
        """;

    var variants = valid(text).variants();

    assertThat(variants).hasSize(2 * 2 * (3 + 2));
    assertThat(variants.getLast().crawl().every()).isEqualTo(Duration.ofHours(12));
    assertThat(variants.stream().filter(each -> each.crawl().kind() == Kind.CLASSIC))
        .extracting(each -> each.crawl().again())
        .containsOnly(Again.ANEW, Again.RECRAWL);
    // Without rounds no crawl is repeated, and later rounds cannot be described.
    var once = text.replace("rounds = 3", "rounds = 1");
    assertThat(invalid(once))
        .singleElement()
        .extracting(TomlError::toString)
        .asString()
        .contains("plot.y: found \"later-bytes\" without crawl.rounds (expected: crawl.rounds, 2");
    assertThat(valid(once.replace("later-bytes", "bytes")).variants()).hasSize(4);
    // The time of a site that does not change does not matter.
    assertThat(valid(text.replace("changing", "relevant")).variants()).hasSize(2 * (3 + 2));
    assertThat(invalid(text.replace("12 h", "1 ms")).toString()).contains("crawl.every: found");
  }

  @Test
  void noAgentStaysAtASiteWithoutHosts() throws IOException {
    assertThat(
            invalid(
                SITES
                    .replace("start = \"/about\"", "hosts = false")
                    .replace("files = [\"captured.warc.gz\"]", "files = [\"x.toml\"]")
                    .replace("count = 4", "count = 1")
                    .replace("[crawl]", "[crawl]\nrounds = 2\nagain = \"follow\"")))
        .singleElement()
        .extracting(TomlError::toString)
        .asString()
        .contains("crawl.again: found \"follow\" beside a site without hosts");
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
    assertThat(experiment.variants())
        .filteredOn(variant -> target.isDividedBy(variant.settings()))
        .extracting(Variant::number)
        .containsExactly(4);
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
  void mistakesOfCrawlersTargetsAndFaultsAreReportedWithTheirPlaces() throws IOException {
    var errors =
        invalid(
            PEERS.replace("{start}", "{url}")
                + """
                version = ["sh", "{out}"]
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
                text = "u"
                measure = "page"
                where = { site.pages = 4 }
                at-most = -1
                [[fault]]
                kill = "host 2"
                """);

    assertThat(errors.stream().map(e -> e.place().replaceFirst(".*/", "") + " " + e.key()))
        .containsExactlyInAnyOrder(
            "x.toml:12:1 crawler.command",
            "x.toml:12:55 crawler.command",
            "x.toml:14:1 crawler.version",
            "x.toml:16:1 crawler.name",
            "x.toml:17:1 crawler.command",
            "x.toml:19:1 without.link.delay",
            "x.toml:20:1 target.at-most",
            "x.toml:23:1 target.where",
            "x.toml:26:1 target.measure",
            "x.toml:27:11 target.where.site.pages",
            "x.toml:28:1 target.at-most",
            "x.toml:29:1 fault.at",
            "x.toml:30:1 fault.kill");
    assertThat(errors.stream().map(TomlError::toString).toList().toString())
        .contains("found {url} (expected: {start}, {out}, {connections}, {experiment}, {java})")
        .contains(
            "found settings of 2 variants (expected: those of one variant; name also link.delay)")
        .contains("(expected: dispatcher or host 1)");
  }

  @Test
  void aListOfVariantsThatAreNotRunIsReportedAsAList() throws IOException {
    assertThat(invalid(PEERS + "[[without]]\ncrawl.connections = [8, 64]\n"))
        .first()
        .extracting(TomlError::toString)
        .asString()
        .contains("without.crawl.connections: found a list (expected: 8 or 64)");
  }

  @Test
  void textThatIsNoTomlIsReported() throws IOException {
    assertThat(invalid("name = \n")).first().extracting(TomlError::key).isEqualTo("TOML");
  }

  @Test
  void tooManyCombinationsAreReported() throws IOException {
    var numbers = java.util.stream.IntStream.rangeClosed(10, 90).boxed().toList();

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
        .extracting(TomlError::found)
        .isEqualTo("6,561 combinations up to this list");
  }

  @Test
  void aFolderMustBeThereUnlessTheFileIsACopy() throws IOException {
    var text = SHORTEST.replace("kind = \"generated\"", "kind = \"folder\"\npath = \"site\"");
    var file = Files.writeString(temp.resolve("x.toml"), text);

    assertThat(invalid(text)).singleElement().extracting(TomlError::key).isEqualTo("site.path");
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
                ServerProgram.LAB,
                true,
                true),
            new ServedSite(
                new SiteDescription.Warc(
                    "/about", "https://www.example.org", List.of(temp.resolve("captured.warc.gz"))),
                ServerProgram.NGINX,
                true,
                true),
            new ServedSite(
                new SiteDescription.Generated(
                    "/", 500, 16 << 10, 20, 4, 2, 0, 0, 0, SiteDescription.Rates.NONE),
                ServerProgram.LAB,
                true,
                true));
    assertThat(variant.hosts().hostsOf(2)).containsExactly(2, 3);
  }

  @Test
  void mistakesOfSeveralSitesAreReportedWithTheirPlaces() throws IOException {
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
            "x.toml:9:10 site.files",
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
  void aSiteWithoutHostsIsReadOverHttpAndTheOthersShareTheHosts() throws IOException {
    Files.createFile(temp.resolve("captured.warc.gz"));
    var mixed =
        SITES
            .replace("start = \"/about\"", "hosts = false")
            .replace("count = 4", "count = 3")
            .replace("[crawl]", "[crawl]\nconnections = [1, 8]");

    var variants = valid(mixed).variants();

    assertThat(variants).hasSize(4);
    var mobile = variants.get(2);
    assertThat(mobile.settings()).extracting(Setting::text).containsExactly("8", "mobile");
    assertThat(mobile.crawl().connections()).isEqualTo(8);
    assertThat(mobile.sites()).extracting(ServedSite::hasHosts).containsExactly(true, false, true);
    assertThat(mobile.hosts().paths())
        .containsExactly(List.of("/"), List.of(), List.of("/part-00/", "/part-01/"));
    assertThat(mobile.hosts().hostsOf(1)).isEmpty();
    assertThat(mobile.hosts().hostsOf(2)).containsExactly(1, 2);
    assertThat(invalid(SHORTEST.replace("[crawl]", "hosts = false\n[crawl]")))
        .singleElement()
        .extracting(TomlError::toString)
        .asString()
        .contains("x.toml:3:1: site: found no site with hosts");
    assertThat(
            valid(
                    SHORTEST
                        .replace("[crawl]", "hosts = false\n[crawl]")
                        .replace("\"mobile\"", "\"classic\""))
                .variants())
        .hasSize(1);
  }

  @Test
  void aCrawlerOfOthersReadsOneSite() throws IOException {
    assertThat(invalid(PEERS.replace("[site]", "[[site]]\nkind = \"generated\"\n[[site]]")))
        .singleElement()
        .extracting(TomlError::toString)
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

  private List<TomlError> invalid(String toml) throws IOException {
    var reading = ExperimentReader.read(Files.writeString(temp.resolve("x.toml"), toml));
    assertThat(reading).isInstanceOf(ExperimentReading.Invalid.class);
    return ((ExperimentReading.Invalid) reading).errors();
  }
}
