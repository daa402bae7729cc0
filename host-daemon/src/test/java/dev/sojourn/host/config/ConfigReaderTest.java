package dev.sojourn.host.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.base.toml.TomlError;
import dev.sojourn.host.quota.PageLimits;
import dev.sojourn.host.quota.StayLimits;
import dev.sojourn.identity.key.KeySet;
import dev.sojourn.identity.key.SigningKey;
import dev.sojourn.identity.net.AtpAddress;
import dev.sojourn.identity.trust.TrustSource;
import dev.sojourn.sandbox.Confinement;
import dev.sojourn.visit.RoutePolicy.Unrouted;
import dev.sojourn.visit.content.FileRules;
import dev.sojourn.visit.content.ResponseFields;
import dev.sojourn.visit.warc.WarcNames;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigReaderTest {
  private static final String LEAST =
      """
      data = "data"
      [[site]]
      origin = "http://site.example"
      root = "www"
      """;

  @TempDir Path folder;
  private Path file;

  @BeforeEach
  void layOutTheFiles() throws IOException {
    file = folder.resolve("host.toml");
    Files.createDirectory(folder.resolve("www"));
    new KeySet(List.of(SigningKey.generate(new SecureRandom()).verifyKey()))
        .write(folder.resolve("owner.jwk"));
  }

  @Test
  void fillsInTheDefaults() {
    var config = valid(LEAST);

    assertThat(config.listen())
        .containsExactly(new InetSocketAddress(InetAddress.getLoopbackAddress(), 10_434));
    assertThat(config.data()).isEqualTo(folder.resolve("data"));
    assertThat(config.sites())
        .containsExactly(
            new SiteConfig(
                "http://site.example",
                new SiteSource.Folder(
                    folder.resolve("www"), List.of("index.html", "index.htm"), false),
                16 << 20,
                FileRules.of(List.of(), List.of()),
                ResponseFields.NONE,
                Duration.ofMinutes(1)));
    assertThat(config.trust()).isEmpty();
    assertThat(ConfigReader.usualLimits()).isEqualTo(config.limits());
    assertThat(config.hosts()).isEmpty();
    assertThat(config.limits())
        .isEqualTo(
            new LimitsConfig(
                8,
                1_000,
                4,
                256,
                1,
                Duration.ofMinutes(1),
                4 * (256 + 192) + 64,
                Duration.ofHours(1),
                Duration.ofMinutes(10),
                256L << 30,
                1_000_000,
                16L << 30,
                1_000_000,
                256 << 10,
                1L << 30,
                1_000,
                36_000,
                16 << 20,
                Duration.ofSeconds(1),
                4,
                Duration.ofDays(7),
                16L << 30,
                StayLimits.DEFAULT,
                PageLimits.usual(Runtime.getRuntime().availableProcessors())));
    assertThat(config.policy())
        .isEqualTo(
            new PolicyConfig(
                List.of(),
                false,
                Confinement.FILTERED,
                false,
                Unrouted.TAKE,
                Duration.ofDays(7),
                Duration.ofMinutes(5),
                Duration.ofSeconds(30),
                100_000,
                false));
  }

  @Test
  void takesEveryKey() {
    var config =
        valid(
            """
            listen = "0.0.0.0:0"
            data = "store"
            [[site]]
            origin = "https://Site.example:8443/"
            root = "www"
            index = ["start.html"]
            max-file = "1 MiB"
            exclude = ["drafts"]
            include = ["*.sql", "*.key"]
            clean-urls = true
            fields = ["/drafts/ X-Robots-Tag: noindex"]
            robots-time = "7 s"
            [[site]]
            origin = "http://other.example"
            root = "www"
            [[trust]]
            name = "crawler"
            keys = "owner.jwk"
            [[host]]
            name = "the one in the east"
            keys = "owner.jwk"
            [limits]
            visits-at-once = 2
            waiting-visits = 0
            workers = 3
            heap = "64 MiB"
            spare-workers = 0
            worker-idle = "5 s"
            worker-memory = "512 MiB"
            visit-time = "90 s"
            cpu-time = "2 min"
            allocated-bytes = "7 GiB"
            pages = 10
            page-bytes = "20 MiB"
            findings = 30
            finding-bytes = "4 KiB"
            output-bytes = "5 MiB"
            log-lines = 8
            messages = 9
            state-bytes = "6 KiB"
            checkpoint-every = "0 ms"
            read-ahead = 5
            keep-ended = "1 h"
            stored-bytes = "3 GiB"
            parked = 12
            parked-per-signer = 11
            stay = "2 d"
            wakes-a-day = 13
            wake-time = "14 s"
            sweep-every = "15 s"
            sitemap-every = "16 s"
            recheck-every = "17 h"
            page-store = "64 MiB"
            readers = 3
            [policy]
            names = ["atp://agents.example.org:10434"]
            plain-beyond-loopback = true
            confinement = "isolated"
            unrouted = "refuse"
            passport-validity = "1 d"
            signature-validity = "2 min"
            clock-skew = "3 s"
            nonces-per-key = 1000
            hold = true
            """);

    assertThat(config.listen().getFirst().getAddress().isAnyLocalAddress()).isTrue();
    assertThat(config.data()).isEqualTo(folder.resolve("store"));
    assertThat(config.sites().getFirst())
        .isEqualTo(
            new SiteConfig(
                "https://site.example:8443",
                new SiteSource.Folder(folder.resolve("www"), List.of("start.html"), true),
                1 << 20,
                FileRules.of(List.of("drafts"), List.of("*.sql", "*.key")),
                ResponseFields.of(List.of("/drafts/ X-Robots-Tag: noindex")),
                Duration.ofSeconds(7)));
    assertThat(config.sites()).hasSize(2);
    assertThat(config.trust().getFirst().name()).isEqualTo("crawler");
    assertThat(((TrustSource.KeyFile) config.trust().getFirst().source()).keys().keys()).hasSize(1);
    assertThat(config.hosts().getFirst().name()).isEqualTo("the one in the east");
    assertThat(((TrustSource.KeyFile) config.hosts().getFirst().source()).keys().keys()).hasSize(1);
    assertThat(config.limits())
        .isEqualTo(
            new LimitsConfig(
                2,
                0,
                3,
                64,
                0,
                Duration.ofSeconds(5),
                512,
                Duration.ofSeconds(90),
                Duration.ofMinutes(2),
                7L << 30,
                10,
                20 << 20,
                30,
                4 << 10,
                5 << 20,
                8,
                9,
                6 << 10,
                Duration.ZERO,
                5,
                Duration.ofHours(1),
                3L << 30,
                new StayLimits(
                    12,
                    11,
                    Duration.ofDays(2),
                    13,
                    Duration.ofSeconds(14),
                    Duration.ofSeconds(15),
                    Duration.ofSeconds(16),
                    Duration.ofHours(17)),
                new PageLimits(64L << 20, 3)));
    assertThat(config.policy())
        .isEqualTo(
            new PolicyConfig(
                List.of(new AtpAddress("agents.example.org", 10_434)),
                true,
                Confinement.ISOLATED,
                true,
                Unrouted.REFUSE,
                Duration.ofDays(1),
                Duration.ofMinutes(2),
                Duration.ofSeconds(3),
                1_000,
                true));
  }

  @Test
  void theEnvironmentTakesPrecedence() throws IOException {
    Files.createDirectory(folder.resolve("www2"));
    var environment =
        Map.of(
            "SOJOURN_LISTEN", "127.0.0.1:0",
            "SOJOURN_SITE_1_ROOT", "www2",
            "SOJOURN_SITE_1_INDEX", "a.html, b.html",
            "SOJOURN_SITE_2_ORIGIN", "http://two.example",
            "SOJOURN_SITE_2_ROOT", "www",
            "SOJOURN_TRUST_1_NAME", "crawler",
            "SOJOURN_TRUST_1_KEYS", "owner.jwk",
            "SOJOURN_LIMITS_VISITS_AT_ONCE", "5",
            "SOJOURN_POLICY_PLAIN_BEYOND_LOOPBACK", "true",
            "SOJOURN_JAVA_HOME", "/not/ours");

    var config =
        ((ConfigReading.Valid) ConfigReader.parse(LEAST, file, environment, Instant.now()))
            .config();

    assertThat(config.listen().getFirst().getPort()).isZero();
    assertThat(config.sites().getFirst().source())
        .isEqualTo(
            new SiteSource.Folder(folder.resolve("www2"), List.of("a.html", "b.html"), false));
    assertThat(config.sites().get(1).origin()).isEqualTo("http://two.example");
    assertThat(config.trust()).hasSize(1);
    assertThat(config.limits().visitsAtOnce()).isEqualTo(5);
    assertThat(config.policy().plainBeyondLoopback()).isTrue();
  }

  @Test
  void bodiesOfOnePeerHaveRoomForOneWhereNothingIsSaidOfThem() {
    var bodies = valid(LEAST + "[wire]\nbody-memory = \"20 MiB\"\n").wire().capacity().bodies();
    assertThat(bodies.maxBytesPerAddress()).isEqualTo(16 << 20);
    assertThat(bodies.maxBytesPerNetwork()).isEqualTo(16 << 20);
    var small = valid(LEAST + "[wire]\nbody-memory = \"1 MiB\"\n").wire().capacity().bodies();
    assertThat(small.maxBytesPerAddress()).isEqualTo(1 << 20);
  }

  @Test
  void saysHowMuchAPeerMayCost() {
    for (var wrong :
        List.of(
            "[wire]\nbody-memory-per-address = \"1 KiB\"",
            "[wire]\nbody-memory-per-network = 5",
            "[wire]\nunpack-at-once = 0",
            "[wire]\nmessage-chars = 16001",
            "[wire]\nmessages-waiting = 101",
            "[wire]\nproxy-gateways = 0",
            "[policy]\nnonces-per-key = 99",
            "[identity]\ndirectory-bytes = \"2 MiB\"",
            "[identity]\ndirectory-keys = 0",
            "[identity]\ndirectory-time = \"6 min\"")) {
      var table = wrong.substring(1, wrong.indexOf(']'));
      var key = wrong.substring(wrong.indexOf('\n') + 1, wrong.indexOf(" ="));
      assertThat(errors(LEAST + wrong + "\n"))
          .singleElement()
          .asString()
          .contains(":6:1: " + table + "." + key + ": found ", "(expected: ", " to ");
    }
  }

  @Test
  void namesTheEnvironmentVariableThatIsWrong() {
    var errors =
        ((ConfigReading.Invalid)
                ConfigReader.parse(
                    LEAST,
                    file,
                    Map.of("SOJOURN_LIMITS_PAGES", "many", "SOJOURN_LIMITS_PAGE", "3"),
                    Instant.now()))
            .errors();

    assertThat(errors)
        .extracting(TomlError::toString)
        .containsExactly(
            "environment variable SOJOURN_LIMITS_PAGES: limits.pages: found \"many\""
                + " (expected: a whole number from 1 to 1,000,000,000)",
            "environment variable SOJOURN_LIMITS_PAGE: SOJOURN_LIMITS_PAGE: found an unknown"
                + " variable (did you mean 'SOJOURN_LIMITS_PAGES'?) (expected: a variable named"
                + " after a key of the configuration)");
  }

  @Test
  void noVariableOfSojournIsMisspeltInSilence() {
    var variables =
        Map.of("SOJOURN_LISTN", "127.0.0.1:0", "SOJOURN_LOGLEVEL", "INFO", "SOJOURN", "");
    var errors =
        ((ConfigReading.Invalid) ConfigReader.parse(LEAST, file, variables, Instant.now()))
            .errors().stream().map(TomlError::toString).toList();

    assertThat(errors).hasSize(2);
    assertThat(errors.get(0)).contains("SOJOURN_LISTN", "did you mean 'SOJOURN_LISTEN'?");
    assertThat(errors.get(1)).contains("SOJOURN_LOGLEVEL", "did you mean 'SOJOURN_LOG_LEVEL'?");
    var known = Map.of("SOJOURN_LOG_LEVEL", "INFO", "SOJOURN_JAVA_OPTIONS", "-Xmx1g");
    assertThat(ConfigReader.parse(LEAST, file, known, Instant.now()))
        .isInstanceOf(ConfigReading.Valid.class);
  }

  @Test
  void refusesPatternsThatMeanNothingHere() {
    for (var wrong : List.of("", "/", "a//b", "../b", "[ab].html", "{a,b}", "!x", "a\\\\b")) {
      assertThat(errors(LEAST + "exclude = [\"" + wrong + "\"]\n"))
          .as(wrong)
          .singleElement()
          .asString()
          .contains(":5:1: site.exclude: found \"", "*, ? and **");
    }
  }

  @Test
  void aSiteMayBeAWebServerOfThisMachine() {
    var site = "data = \"data\"\n[[site]]\norigin = \"http://site.example\"\n";
    var config = valid(site + "upstream = \"http://127.0.0.1:8080\"\nupstream-rate = 3\n");

    assertThat(config.sites().getFirst().source())
        .isInstanceOfSatisfying(
            SiteSource.Upstream.class,
            upstream -> {
              assertThat(upstream.address().port()).isEqualTo(8080);
              assertThat(upstream.rate()).isEqualTo(3);
              assertThat(upstream.time()).isEqualTo(Duration.ofSeconds(30));
            });
    assertThat(errors(site + "upstream = \"http://169.254.169.254:80\"\nupstream-private = true\n"))
        .singleElement()
        .asString()
        .contains(":4:1: site.upstream: found", "but it leads to a link-local address");
    assertThat(errors(site + "upstream = \"http://10.0.0.1:80\"\n"))
        .singleElement()
        .asString()
        .contains("but it leads to a private address", "upstream-private = true");
    assertThat(errors(LEAST + "upstream = \"http://127.0.0.1:80\"\n"))
        .singleElement()
        .asString()
        .contains(":4:1: site.root: found root beside upstream");
  }

  @Test
  void aSiteMayBeWarcFilesThatAPatternNames() throws IOException {
    var site = "data = \"data\"\n[[site]]\norigin = \"http://site.example\"\n";
    Files.createDirectory(folder.resolve("crawl"));
    Files.createFile(folder.resolve("crawl/1.warc.gz"));
    Files.createFile(folder.resolve("crawl/other.txt"));

    assertThat(
            valid(site + "warc = [\"crawl/*.warc.gz\"]\nwarc-records = 7\n")
                .sites()
                .getFirst()
                .source())
        .isEqualTo(
            new SiteSource.Warc(
                new WarcNames(List.of(folder.resolve("crawl").resolve("*.warc.gz"))), 7));
    // Files that are not there may come; the site is away until then.
    for (var away : List.of("crawl/*.arc", "nowhere/*.warc")) {
      assertThat(valid(site + "warc = [\"" + away + "\"]\n").sites()).hasSize(1);
    }
    for (var wrong : List.of("", "crawl/{1,2}.warc.gz")) {
      assertThat(errors(site + "warc = [\"" + wrong + "\"]\n"))
          .as(wrong)
          .singleElement()
          .asString()
          .contains(":4:1: site.warc: found \"" + wrong + "\"");
    }
    assertThat(errors(site + "warc = []\n")).singleElement().asString().contains("found no file");
    assertThat(errors(LEAST + "warc = [\"crawl/1.warc.gz\"]\n"))
        .singleElement()
        .asString()
        .contains("site.root: found root beside warc");
    assertThat(errors(site + "warc = [\"host.toml\"]\n")).isNotEmpty();
  }

  @Test
  void aFieldThatIsNoneIsAMistakeWithItsPlace() {
    assertThat(errors(LEAST + "fields = [\"/a Set-Cookie: b=c\"]\n"))
        .singleElement()
        .asString()
        .contains(":5:1: site.fields: found \"/a Set-Cookie: b=c\"", "X-Robots-Tag: noindex");
  }

  @Test
  void warnsOfRulesThatOnlyTheWebServerReads() throws IOException {
    Files.createDirectories(folder.resolve("www/internal"));
    var rules = folder.resolve("www/internal/.htaccess");
    Files.writeString(rules, "Require all denied");
    assertThat(
            ((ConfigReading.Valid) ConfigReader.parse(LEAST, file, Map.of(), Instant.now()))
                .warnings())
        .singleElement()
        .asString()
        .contains(rules.toString(), "site.exclude");
    var noted = LEAST + "exclude = [\"internal\"]\n";
    assertThat(
            ((ConfigReading.Valid) ConfigReader.parse(noted, file, Map.of(), Instant.now()))
                .warnings())
        .isEmpty();
  }

  @Test
  void warnsOfAHostFromWhichNobodyCanCome() {
    var nowhere = LEAST + "[[host]]\nname = \"east\"\nkeys = \"owner.jwk\"\n";
    assertThat(
            ((ConfigReading.Valid) ConfigReader.parse(nowhere, file, Map.of(), Instant.now()))
                .warnings())
        .singleElement()
        .asString()
        .contains("The host \"east\" has no addresses", "host.addresses");
    var there = nowhere + "addresses = [\"atp://a.example:10434\"]\n";
    assertThat(
            ((ConfigReading.Valid) ConfigReader.parse(there, file, Map.of(), Instant.now()))
                .warnings())
        .isEmpty();
  }

  @Test
  void theUrlOfASignerMayHavePathQueryAndEscapes() {
    var table = "[[trust]]\nname = \"a\"\nurl = \"https://A.example/%6B/%2f.json?t=4&x=%2F\"\n";
    assertThat(valid(LEAST + table).trust())
        .singleElement()
        .extracting(TrustConfig::source)
        .isInstanceOfSatisfying(
            TrustSource.Url.class,
            source -> {
              assertThat(source.url().text()).isEqualTo("https://a.example/k/%2F.json");
              assertThat(source.url().resource())
                  .hasToString("https://a.example/k/%2F.json?t=4&x=%2F");
            });
  }

  @Test
  void twoTablesOfOneNameOrKeyAreMistakes() throws IOException {
    var keys = KeySet.read(folder.resolve("owner.jwk"));
    var id = keys.keys().getFirst().id();
    var first = "[[trust]]\nname = \"a\"\nkeys = \"owner.jwk\"\n";
    assertThat(errors(LEAST + first + "[[trust]]\nname = \"a\"\nurl = \"https://a.example\"\n"))
        .singleElement()
        .asString()
        .contains(":9:1: trust.name: found \"a\" a second time");
    assertThat(errors(LEAST + first + "[[trust]]\nname = \"b\"\nthumbprint = \"" + id + "\"\n"))
        .singleElement()
        .asString()
        .contains(":10:1: trust.thumbprint: found \"" + id + "\", which \"a\" has already");
    assertThat(errors(LEAST + first + first.replace("\"a\"", "\"b\""))).hasSize(1);
    assertThat(
            errors(
                LEAST
                    + "[[trust]]\nname = \"a\"\nurl = \"https://a.example\"\n"
                    + "[[trust]]\nname = \"b\"\nurl = \"https://a.example/\"\n"))
        .singleElement()
        .asString()
        .contains("trust.url");
    var host = first.replace("trust", "host");
    assertThat(errors(LEAST + host + host)).hasSize(2);
    assertThat(valid(LEAST + first + host).hosts()).hasSize(1);
  }

  @Test
  void saysWhereAMistakeOfTheFormStands() {
    assertThat(errors("data = \"data\"\nlisten = = 3\n")).first().asString().contains(":2:");
  }

  @Test
  void findsAllErrorsAtOnceWithTheirPlaces() throws IOException {
    Files.createFile(folder.resolve("page.html"));
    var errors =
        errors(
            """
            data = "data"
            lisen = "127.0.0.1:0"
            [[site]]
            origin = "docs.example.org"
            root = "page.html"
            [limits]
            pages = "many"
            heap = "1 MiB"
            visit-time = "soon"
            """);

    assertThat(errors).hasSize(6);
    assertThat(errors.get(0))
        .startsWith(file + ":2:1: lisen: found an unknown key (did you mean 'listen'?)");
    assertThat(errors.get(1)).startsWith(file + ":4:1: site.origin: found \"docs.example.org\"");
    assertThat(errors.get(2))
        .isEqualTo(
            file
                + ":5:1: site.root: found \""
                + folder.resolve("page.html")
                + "\", which is a file (expected: a directory)");
    assertThat(errors.get(3)).startsWith(file + ":7:1: limits.pages: found \"many\"");
    assertThat(errors.get(4)).startsWith(file + ":8:1: limits.heap: found \"1 MiB\"");
    assertThat(errors.get(5)).startsWith(file + ":9:1: limits.visit-time: found \"soon\"");
  }

  @Test
  void errorsStandInTheOrderOfTheFileAlsoBeyondLineNine() {
    var errors = errors("\n".repeat(9) + "data = 3\n[[site]]\nroot = 4\norigin = 5\nrot = 6\n");

    assertThat(errors.stream().map(e -> e.substring(file.toString().length()).split(":", -1)[1]))
        .containsExactly("10", "12", "13", "14");
  }

  @Test
  void aNumberIsNoSizeAndAFlagNoNumber() {
    assertThat(errors(LEAST + "[limits]\nheap = 3\npages = true\n")).hasSize(2);
    assertThat(errors(LEAST + "[policy]\nplain-beyond-loopback = 1\n")).hasSize(1);
  }

  @Test
  void aPageStoreIsOffOrHasRoomForItsLog() {
    var off = valid(LEAST + "[limits]\npage-store = \"0 B\"\n").limits().pageLimits();
    assertThat(off.hasStore()).isFalse();
    assertThat(errors(LEAST + "[limits]\npage-store = \"1 MiB\"\n"))
        .singleElement()
        .asString()
        .endsWith(
            "limits.page-store: found \"1 MiB\" (expected: \"0 B\" for no page store, or a size"
                + " from \"8 MiB\" to \"1 TiB\")");
    assertThat(errors(LEAST + "[limits]\npage-store = \"2 TiB\"\nreaders = 65\n")).hasSize(2);
    assertThat(errors(LEAST + "[limits]\nreaders = 0\n"))
        .singleElement()
        .asString()
        .contains("limits.readers: found 0");
  }

  @Test
  void thereIsAReaderForEachProcessorButOne() {
    assertThat(PageLimits.usual(1).readers()).isEqualTo(1);
    assertThat(PageLimits.usual(2).readers()).isEqualTo(1);
    assertThat(PageLimits.usual(8).readers()).isEqualTo(7);
    assertThat(PageLimits.usual(500).readers()).isEqualTo(64);
  }

  @Test
  void needsAtLeastOneSite() {
    assertThat(errors("data = \"data\"\n")).singleElement().asString().contains("site");
  }

  @Test
  void needsDataOriginAndRoot() {
    assertThat(errors("[[site]]\nindex = []\n")).hasSize(3);
  }

  @Test
  void servesEachSiteOnce() {
    assertThat(errors(LEAST + "[[site]]\norigin = \"http://site.example:80\"\nroot = \"www\"\n"))
        .singleElement()
        .asString()
        .contains("each site once");
  }

  @Test
  void refusesATableThatIsNone() {
    assertThat(errors("site = 3\nlimits = 4\ndata = \"data\"\n")).hasSize(3);
  }

  @Test
  void doesNotListenInTheClearForOtherMachinesUnlessAsked() {
    assertThat(errors("listen = \"0.0.0.0:0\"\n" + LEAST))
        .singleElement()
        .asString()
        .contains("policy.plain-beyond-loopback");
  }

  @Test
  void knowsThreeDegreesOfConfinement() {
    for (var degree : Confinement.values()) {
      var text = degree.name().toLowerCase(Locale.ROOT);
      assertThat(valid(LEAST + "[policy]\nconfinement = \"" + text + "\"\n").policy().confinement())
          .isEqualTo(degree);
    }
    assertThat(errors(LEAST + "[policy]\nconfinement = \"none\"\n"))
        .singleElement()
        .asString()
        .contains("filtered, isolated or offered");
  }

  @Test
  void refusesAnAddressWithoutPort() {
    assertThat(errors("listen = \"127.0.0.1\"\n" + LEAST)).hasSize(1);
    assertThat(errors("listen = \"127.0.0.1:70000\"\n" + LEAST)).hasSize(1);
    assertThat(errors("listen = \":1\"\n" + LEAST)).hasSize(1);
  }

  @Test
  void refusesAKeyFileThatIsMissingOrHoldsNoKey() throws IOException {
    Files.writeString(folder.resolve("none.jwk"), "{}");

    assertThat(errors(LEAST + "[[trust]]\nname = \"x\"\nkeys = \"missing.jwk\"\n"))
        .singleElement()
        .asString()
        .contains("missing.jwk\", but there is no file ");
    assertThat(errors(LEAST + "[[trust]]\nname = \"x\"\nkeys = \"none.jwk\"\n"))
        .singleElement()
        .asString()
        .contains("none.jwk\", but ")
        .containsOnlyOnce("(expected: ");
  }

  @Test
  void aHostIsTrustedByAFileWithItsKeyAndInNoOtherWay() throws IOException {
    assertThat(errors(LEAST + "[[host]]\nname = \"x\"\nkeys = \"missing.jwk\"\n"))
        .singleElement()
        .asString()
        .contains("host.keys", "missing.jwk\", but there is no file ");
    assertThat(errors(LEAST + "[[host]]\nurl = \"https://host.example\"\n"))
        .hasSize(3)
        .anySatisfy(e -> assertThat(e).contains("host.name", "nothing"))
        .anySatisfy(e -> assertThat(e).contains("host.keys", "nothing"))
        .anySatisfy(e -> assertThat(e).contains("host.url", "an unknown key"));
  }

  @Test
  void refusesADataDirectoryThatCannotBeMade() throws IOException {
    Files.writeString(folder.resolve("file"), "");

    assertThat(errors(LEAST.replace("\"data\"", "\"file/data\""))).hasSize(1);
  }

  private HostConfig valid(String toml) {
    var reading = ConfigReader.parse(toml, file, Map.of(), Instant.now());
    assertThat(reading).isInstanceOf(ConfigReading.Valid.class);
    return ((ConfigReading.Valid) reading).config();
  }

  private List<String> errors(String toml) {
    var reading = ConfigReader.parse(toml, file, Map.of(), Instant.now());
    assertThat(reading).isInstanceOf(ConfigReading.Invalid.class);
    return ((ConfigReading.Invalid) reading).errors().stream().map(TomlError::toString).toList();
  }
}
