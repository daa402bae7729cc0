package dev.sojourn.dispatcher.cli.crawl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.base.Bytes;
import dev.sojourn.base.cli.CommandRun;
import dev.sojourn.base.cli.ExitCode;
import dev.sojourn.crawl.core.Allowance;
import dev.sojourn.crawl.core.CrawlHeader;
import dev.sojourn.crawl.core.CrawlTerms;
import dev.sojourn.crawl.core.Place;
import dev.sojourn.crawl.index.SearchIndex;
import dev.sojourn.crawl.local.report.CombinationSummary;
import dev.sojourn.crawl.local.report.CrawlSummary;
import dev.sojourn.crawl.local.report.OutsideSummary;
import dev.sojourn.crawl.local.report.PageCounts;
import dev.sojourn.crawl.local.report.RecrawlCounts;
import dev.sojourn.crawl.local.report.RobotsStanding;
import dev.sojourn.crawl.local.report.SiteContent;
import dev.sojourn.crawl.local.report.SiteSummary;
import dev.sojourn.crawl.local.report.TerritoryProgress;
import dev.sojourn.crawl.local.report.TerritoryStatus;
import dev.sojourn.crawl.local.store.CrawlStore;
import dev.sojourn.crawl.local.store.OutDirectory;
import dev.sojourn.dispatcher.cli.display.CrawlDisplay;
import dev.sojourn.identity.key.SigningKey;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CrawlCommandTest {
  private static final String SITE = "http://a.example";

  @TempDir Path directory;

  private final StringWriter err = new StringWriter();

  private int run(String... words) {
    return CommandRun.commandLine(new CrawlCommand(), "crawl")
        .setErr(new PrintWriter(err))
        .execute(words);
  }

  private static CrawlSummary summary(
      boolean complete,
      boolean interrupted,
      long pages,
      RobotsStanding robots,
      List<String> disallowed) {
    return new CrawlSummary(
        complete,
        interrupted,
        pages,
        pages,
        List.of(),
        0,
        0,
        0,
        1,
        List.of(
            new SiteSummary(
                "http://a.example",
                robots,
                "A sentence.",
                disallowed,
                SiteContent.PAGES,
                List.of(),
                List.of(),
                false)),
        PageCounts.NONE,
        RecrawlCounts.NONE,
        CombinationSummary.NONE,
        OutsideSummary.NONE);
  }

  @Test
  void endsWithTheCodeThatFitsTheSummary() {
    assertThat(FormRun.exitCode(summary(true, false, 5, RobotsStanding.READ, List.of())))
        .isEqualTo(ExitCode.DONE);
    assertThat(FormRun.exitCode(summary(false, false, 5, RobotsStanding.READ, List.of())))
        .isEqualTo(ExitCode.PARTIAL);
    assertThat(FormRun.exitCode(summary(false, true, 0, RobotsStanding.UNREAD, List.of())))
        .isEqualTo(ExitCode.PARTIAL);
    assertThat(FormRun.exitCode(summary(true, false, 0, RobotsStanding.UNREACHABLE, List.of())))
        .isEqualTo(ExitCode.UNREACHABLE);
    assertThat(FormRun.exitCode(summary(true, false, 0, RobotsStanding.READ, List.of("http://a/"))))
        .isEqualTo(ExitCode.REFUSED);
    assertThat(FormRun.exitCode(summary(false, false, 0, RobotsStanding.READ, List.of())))
        .isEqualTo(ExitCode.FAILED);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --timeout=0s          | The value of --timeout has to be 1ms or more, and 20d at most.
          --connect-timeout=21d | The value of --connect-timeout has to be 1ms or more
          --max-answer=1B       | --max-answer
          --retries=-1          | The value of --retries is -1; it has to be 0 to 1000.
          --max-pages=0         | The value of --max-pages is 0; it has to be 1 or more.
          --connections=65      | The value of --connections is 65; it has to be 1 to 64.
          """)
  void refusesTimesSizesAndNumbersThatMakeNoSenseBeforeItLooksForAKey(String wrong, String noted) {
    var out = directory.resolve("out");
    var key = directory.resolve("none.key");
    assertThat(run("http://127.0.0.1/", "-o", out.toString(), "--key", key.toString(), wrong))
        .isEqualTo(ExitCode.USAGE.code());
    assertThat(err.toString()).contains(noted).doesNotContain("key file");
    assertThat(out).doesNotExist();
    assertThat(key).doesNotExist();
  }

  @Test
  void asksForAUrl() {
    assertThat(run()).isEqualTo(ExitCode.USAGE.code());
    assertThat(err.toString()).contains("Name a URL");
  }

  @Test
  void doesNotTakeUrlsWhenACrawlGoesOn() {
    assertThat(run("--resume", "http://a.example/")).isEqualTo(ExitCode.USAGE.code());
    assertThat(err.toString()).contains("There is one word too many: 'http://a.example/'.");
    assertThat(run("http://a.example/", "--follow", "--resume")).isEqualTo(ExitCode.USAGE.code());
    assertThat(err.toString()).contains("--resume goes on with the URLs");
  }

  @ParameterizedTest
  @ValueSource(strings = {"--agent", "--main", "--product-token", "--sites"})
  void doesNotTakeInSilenceWhatIsSettledWhenACrawlGoesOn(String option) {
    assertThat(run(option, "7", "--resume")).isEqualTo(ExitCode.USAGE.code());
    assertThat(err.toString())
        .contains(
            "There is no option '%s' of 'crawl --resume'; 'crawl' takes it.".formatted(option))
        .contains("Try 'crawl --resume --help'.");
  }

  @ParameterizedTest
  @ValueSource(strings = {"--agent", "--main", "--product-token"})
  void followsNoCrawlWithOtherSettingsThanItBeganWith(String option) {
    assertThat(run("--follow", option, "7")).isEqualTo(ExitCode.USAGE.code());
    assertThat(err.toString()).contains(option + " is set when a crawl begins, and --follow");
  }

  @Test
  void namesTheFormThatTakesAnOption() {
    assertThat(run("http://a.example/", "--every", "1h")).isEqualTo(ExitCode.USAGE.code());
    assertThat(err.toString())
        .contains("There is no option '--every' of 'crawl'; 'crawl --follow' takes it.");
  }

  @Test
  void aFormIsChosenByItsWordWhereverItStandsButNotBehindTheEndOfOptions() {
    assertThat(run("--key", "k", "--resume", "--help")).isZero();
    assertThat(run("--key", "k", "--recrawl=a", "--help")).isZero();
    assertThat(run("--", "--resume")).isEqualTo(ExitCode.USAGE.code());
    assertThat(err.toString()).contains("'--resume' is no http or https URL");
  }

  @Test
  void helpListsTheForms() {
    var out = new StringWriter();
    CommandRun.commandLine(new CrawlCommand(), "crawl")
        .setOut(new PrintWriter(out))
        .execute("--help");
    assertThat(out.toString()).contains("--resume  ", "--recrawl  ", "--follow  ");
  }

  @Test
  void takesPartsOnlyWhereACrawlOrARoundBeginsAndInOneWay() {
    assertThat(run("--resume", "--visits", "4")).isEqualTo(ExitCode.USAGE.code());
    assertThat(run("--follow", "--partition", "/docs/")).isEqualTo(ExitCode.USAGE.code());
    assertThat(err.toString())
        .contains("There is no option '--visits' of 'crawl --resume'; 'crawl' takes it.")
        .contains("--follow goes on with one");
    assertThat(run("http://a.example/", "--visits", "4", "--partition", "/docs/"))
        .isEqualTo(ExitCode.USAGE.code());
    assertThat(err.toString()).contains("leave one of the two out");
    assertThat(run("http://a.example/", "--visits", "17")).isEqualTo(ExitCode.USAGE.code());
    assertThat(err.toString()).contains("The value of --visits is 17; it has to be 1 to 16.");
    assertThat(run("http://a.example/", "--partition", "docs/")).isEqualTo(ExitCode.USAGE.code());
    assertThat(err.toString()).contains("'docs/' is no path of --partition");
  }

  @Test
  void makesNoKeyAndNoDirectoryForACrawlThatIsResumed() throws Exception {
    var out = directory.resolve("out");
    var key = directory.resolve("none.key");
    assertThat(run("--resume", "--out", out.toString(), "--key", key.toString()))
        .isEqualTo(ExitCode.USAGE.code());
    assertThat(err.toString()).contains("There is no crawl in " + out);
    assertThat(out).doesNotExist();

    Files.createFile(Files.createDirectory(out).resolve("crawl.db"));
    assertThat(run("--resume", "--out", out.toString(), "--key", key.toString()))
        .isEqualTo(ExitCode.IDENTITY.code());
    assertThat(err.toString())
        .contains("There is no key file " + key)
        .contains("goes on only with the key that it was begun with")
        .doesNotContain("key new");
    assertThat(key).doesNotExist();
  }

  @Test
  void aCrawlThatIsMadeAgainHasItsOwnDirectoryUrlsAgentAndKey() throws Exception {
    var out = directory.resolve("out");
    var key = directory.resolve("none.key");
    assertThat(run("--recrawl", out.toString())).isEqualTo(ExitCode.USAGE.code());
    assertThat(err.toString()).contains("There is no crawl in " + out + " to be made again");
    assertThat(out).doesNotExist();
    assertThat(run("--recrawl", out.toString(), "http://a.example/"))
        .isEqualTo(ExitCode.USAGE.code());
    assertThat(err.toString()).contains("There is one word too many: 'http://a.example/'.");
    assertThat(run("--recrawl", out.toString(), "--agent", "x")).isEqualTo(ExitCode.USAGE.code());
    assertThat(err.toString()).contains("There is no option '--agent' of 'crawl --recrawl'");
    assertThat(run("--recrawl", out.toString(), "--out", "x")).isEqualTo(ExitCode.USAGE.code());
    assertThat(err.toString()).contains("There is no option '--out' of 'crawl --recrawl'");
    assertThat(run("--recrawl", out.toString(), "--resume")).isEqualTo(ExitCode.USAGE.code());
    assertThat(err.toString())
        .contains("There is no option '--resume' of 'crawl --recrawl'; 'crawl --resume' takes it.");
    Files.createFile(Files.createDirectory(out).resolve("crawl.db"));
    assertThat(run("--recrawl", out.toString(), "--key", key.toString()))
        .isEqualTo(ExitCode.IDENTITY.code());
    assertThat(key).doesNotExist();
  }

  @Test
  void anInterruptBeforeTheIndexIsOpenIsReportedAsAnyOther() throws Exception {
    var out = directory.resolve("out");
    var keyFile = begin(out);
    try (var index = SearchIndex.open(out, InstantSource.system())) {
      index.commit(0);
    }

    Thread.currentThread().interrupt();
    int code = run("--recrawl", out.toString(), "--key", keyFile.toString());
    Thread.interrupted();

    assertThat(code).isEqualTo(ExitCode.PARTIAL.code());
    assertThat(err.toString())
        .isEqualTo(
            "The crawl was stopped and all it gathered is kept; go on with: sojourn crawl"
                + " --recrawl %s --key %s%n".formatted(out, keyFile));
  }

  @Test
  void looksOverUrlsAndDirectoryBeforeItMakesADirectoryOrAKey() throws Exception {
    var out = directory.resolve("out");
    var keyFile = begin(directory.resolve("used"));
    assertThat(run("ftp://a.example/", "-o", out.toString(), "--key", keyFile.toString()))
        .isEqualTo(ExitCode.USAGE.code());
    assertThat(err.toString()).contains("'ftp://a.example/' is no http or https URL");
    assertThat(out).doesNotExist();

    var none = directory.resolve("none.key").toString();
    var used = directory.resolve("used").toString();
    assertThat(run(SITE + "/", "-o", used, "--key", none)).isEqualTo(ExitCode.USAGE.code());
    assertThat(err.toString()).contains("There is a crawl in " + used + " already");
    assertThat(run(SITE + "/", "-o", keyFile.toString(), "--key", none))
        .isEqualTo(ExitCode.FAILED.code());
    assertThat(err.toString()).contains(keyFile + " is a file; name a directory with --out.");
  }

  @Test
  void losesNoneOfTwoUrlsOnOneLine() throws Exception {
    var file = Files.writeString(directory.resolve("urls"), SITE + "/ http://b.example/\n");
    assertThat(run("--sites", file.toString())).isEqualTo(ExitCode.USAGE.code());
    assertThat(err.toString()).contains(file + ", line 1: 'http://a.example/ http://b.example/'");
  }

  /// Lays a crawl that was begun into a directory; gives the file of its key.
  private Path begin(Path out) throws Exception {
    var keyFile = directory.resolve("owner.key");
    var key = SigningKey.generate(new SecureRandom());
    key.write(keyFile);
    try (var taken = OutDirectory.take(out);
        var store = CrawlStore.open(taken.database())) {
      var terms = new CrawlTerms(SITE, "r1s0", new Allowance(9, 9, 9, 9), 1, 4, 10);
      var digest = "0".repeat(64);
      store.begin(
          new CrawlHeader(
              "r1", List.of(SITE + "/"), "TestBot", digest, "a.Agent", key.id(), 0, Map.of()),
          Bytes.utf8("jar"),
          List.of(terms));
    }
    return keyFile;
  }

  @Test
  void saysHowToGoOnWithAllThatIsNeededForIt() {
    var line = CommandRun.commandLine(new CrawlCommand(), "crawl");
    var given =
        line.parseArgs(
            "http://a.example/",
            "--max-pages=7",
            "--key",
            "my keys/one",
            "--signature-agent",
            "https://bot.example",
            "--delay=2s",
            "--json",
            "-o",
            "out");
    assertThat(ResumeCommandLine.of(given, Path.of("out")))
        .isEqualTo(
            "sojourn crawl --resume --out out --key 'my keys/one' --signature-agent"
                + " https://bot.example --delay 2s --json");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --bot-auth 02 --signature-agent https://c.example | The value of --bot-auth is 02; it has to be both, 01 or 00.
          --bot-auth 01 | in the name of --signature-agent, which is missing.
          --http-key FILE | in the name of --signature-agent, which is missing.
          --bot-auth 00 --signature-agent https://c.example/keys.json?tenant=4 | knows origins only
          --signature-agent https://c.example/?tenant=4 | (expected: an https URL
          """)
  void refusesAnIdentityThatDoesNotFit(String options, String sentence) {
    var words = new ArrayList<>(List.of("http://a.example/"));
    words.addAll(List.of(options.split(" ")));
    words.addAll(List.of("--out", directory.resolve("out").toString()));
    assertThat(run(words.toArray(String[]::new))).isEqualTo(ExitCode.USAGE.code());
    assertThat(err.toString()).contains(sentence);
    assertThat(directory.resolve("out")).doesNotExist();
  }

  @Test
  void namesAKeyFileThatIsNotThere() {
    assertThat(run("http://a.example/", "--key", directory.resolve("none").toString()))
        .isEqualTo(ExitCode.IDENTITY.code());
    assertThat(err.toString()).contains("none").contains("key new");
  }

  @Test
  void namesAFileOfUrlsThatIsEmpty() throws Exception {
    var file = Files.writeString(directory.resolve("urls"), "# nothing\n\n");
    assertThat(run("--sites", file.toString())).isEqualTo(ExitCode.USAGE.code());
    assertThat(err.toString()).contains("no URL in");
  }

  @Test
  void suggestsTheOptionThatWasMeant() {
    assertThat(run("--resum")).isEqualTo(ExitCode.USAGE.code());
    assertThat(err.toString()).contains("--resume");
  }

  @Test
  void writesALineForEachChangeOfStateWhereThereIsNoTerminal() {
    var display = CrawlDisplay.on(new PrintWriter(err), false);
    display.changed(progress(TerritoryStatus.WAITING, 0));
    display.changed(progress(TerritoryStatus.VISITING, 1));
    display.changed(progress(TerritoryStatus.VISITING, 2));
    display.changed(progress(TerritoryStatus.COMPLETE, 3));
    display.finish();
    assertThat(err.toString().lines())
        .containsExactly(
            "http://a.example/  reading pages (from here)  1 page, 1 finding, 1.5 kB",
            "http://a.example/  complete (from here)  3 pages, 3 findings, 1.5 kB");
  }

  private static TerritoryProgress progress(TerritoryStatus state, long pages) {
    return new TerritoryProgress(
        "http://a.example", 0, "/", new Place.Home(), state, pages, pages, 1_500, "", 0);
  }
}
