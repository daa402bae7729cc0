package dev.sojourn.dispatcher.crawl;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sojourn.crawl.local.report.CrawlListener;
import dev.sojourn.crawl.local.report.CrawlSummary;
import dev.sojourn.crawl.local.report.CrawlWay;
import dev.sojourn.crawl.local.report.TerritoryProgress;
import dev.sojourn.crawl.local.report.TerritoryStatus;
import dev.sojourn.crawl.plan.Plan;
import dev.sojourn.testing.OwnProcesses;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// Crawls of a host whose pages take their readers' time or memory, or whose readers are killed.
@EnabledOnOs(OS.LINUX)
@Timeout(3_600)
class BadPagesIT {
  private static final ObjectMapper JSON = new ObjectMapper();

  /// The number of bad pages. Half of them end two readers each, whose start takes a second, or
  /// several on a busy machine.
  private static final int BAD = Integer.getInteger("sojourn.bad-pages", 4);

  private static final int MOST_KILLS = 5;
  private static final String ENDED_READER = "Not parsed: it ended its reader.";

  /// A reader whose heap is nearly full may notice it in time.
  private static final String CUT = "Read in part: markup.";

  private static final int DEADLY_BYTES = 7 << 20;

  private static final String SMALL_HEAP = "[limits]\nheap = \"32 MiB\"\n";
  private static final String UNKEPT =
      "[limits]\npage-store = \"0 B\"\ncheckpoint-every = \"0 s\"\n";

  @TempDir private Path directory;

  @Test
  void pagesThatTakeTimeAndMemoryOfTheirReadersCostNoOtherPage() throws Exception {
    try (var site = new TestSite(directory.resolve("www"), 10)) {
      linkBadPages(site);
      var before = crawl(site, "before", SMALL_HEAP);
      writeBadPages(site);
      var after = crawl(site, "after", SMALL_HEAP);

      assertThat(before.findings()).hasSize(site.expected().size());
      assertThat(goodOnes(site, after.findings())).isEqualTo(before.findings());
      var bad = new ArrayList<String>();
      for (int i = 0; i < BAD; i++) {
        var url = badUrl(site, i);
        var line = after.logged(url);
        assertThat(line.path("outcome").asText()).as(url).isEqualTo("fetched");
        if (isDeadly(i)) {
          var reason = line.path("reason").asText();
          assertThat(reason).as(url).isIn(ENDED_READER, CUT);
          if (reason.equals(ENDED_READER)) {
            bad.add(url + ": it ended its reader");
          }
        } else {
          assertThat(line.path("reason").asText()).as(url).doesNotContain("Not parsed");
          var title = "\"title\":\"" + title(i) + "\"";
          assertThat(after.findings()).as(url).anyMatch(finding -> finding.contains(title));
        }
      }
      assertThat(after.audited()).containsExactlyElementsOf(bad);
      assertThat(bad).isNotEmpty();
    }
  }

  @Test
  void readersThatAreKilledInTheMidstOfACrawlCostNoWord() throws Exception {
    try (var site = new TestSite(directory.resolve("www"), 60)) {
      var undisturbed = crawl(site, "undisturbed", UNKEPT);
      var kills = new AtomicInteger();
      var disturbed = crawl(site, "disturbed", UNKEPT, new Killing(directory, kills));

      assertThat(kills).hasPositiveValue();
      assertThat(undisturbed.findings()).hasSize(site.expected().size());
      assertThat(disturbed.findings()).isEqualTo(undisturbed.findings());
      assertThat(disturbed.audited()).isEmpty();
    }
  }

  /// Kills readers at random pages, and again only after a further page came home.
  private static final class Killing implements CrawlListener {
    private final Path directory;
    private final AtomicInteger kills;
    private final SplittableRandom random = new SplittableRandom(3);
    private final AtomicLong next = new AtomicLong(5);

    Killing(Path directory, AtomicInteger kills) {
      this.directory = directory;
      this.kills = kills;
    }

    @Override
    public void planned(Plan plan) {}

    @Override
    public void noted(String sentence) {}

    @Override
    public synchronized void changed(TerritoryProgress now) {
      boolean isDue = now.pages() >= next.get() && kills.get() < MOST_KILLS;
      if (isDue && now.state() == TerritoryStatus.VISITING) {
        next.set(now.pages() + random.nextInt(1, 30));
        // A listener returns at once.
        Thread.startVirtualThread(this::kill);
      }
    }

    private void kill() {
      OwnProcesses.below(directory)
          .filter(process -> OwnProcesses.commandLine(process).contains("ReaderMain"))
          .filter(process -> process.children().findAny().isEmpty())
          .filter(ProcessHandle::destroyForcibly)
          .forEach(_ -> kills.incrementAndGet());
    }
  }

  private static boolean isDeadly(int page) {
    return page % 2 == 0;
  }

  private static String title(int page) {
    return "Slow " + page;
  }

  private static String badUrl(TestSite site, int page) {
    return site.origin() + "/bad/" + page + ".html";
  }

  /// Mixes links to bad pages with those to good ones.
  private static void linkBadPages(TestSite site) throws IOException {
    var links = new StringBuilder("<title>Start</title><a href=/a/>a</a>");
    for (int i = 0; i < BAD; i++) {
      links.append("<a href=/a/%d.html>g</a><a href=/bad/%d.html>b</a>".formatted(i % 10, i));
    }
    Files.writeString(site.root().resolve("index.html"), links);
  }

  private static void writeBadPages(TestSite site) throws IOException {
    Files.createDirectories(site.root().resolve("bad"));
    // Its text in memory takes more than the heap.
    var deadly = Files.writeString(site.root().resolve("deadly"), "x".repeat(DEADLY_BYTES));
    for (int i = 0; i < BAD; i++) {
      var page = site.root().resolve("bad/" + i + ".html");
      if (isDeadly(i)) {
        Files.createLink(page, deadly);
      } else {
        // The parser opens all these elements again in each paragraph.
        Files.writeString(page, "<title>" + title(i) + "</title>" + fonts() + "<p>x".repeat(3_000));
      }
    }
    Files.delete(deadly);
  }

  private static String fonts() {
    return IntStream.range(0, 200).mapToObj("<font size=%d>"::formatted).collect(joining());
  }

  private static List<String> goodOnes(TestSite site, List<String> findings) {
    var bad = "{\"url\":\"" + site.origin() + "/bad/";
    return findings.stream().filter(finding -> !finding.startsWith(bad)).toList();
  }

  private Crawled crawl(TestSite site, String name, String more) throws IOException {
    return crawl(site, name, more, CrawlListener.SILENT);
  }

  private Crawled crawl(TestSite site, String name, String more, CrawlListener listener)
      throws IOException {
    var bench = new CrawlBench(directory.resolve(name));
    var host = directory.resolve(name + "-host");
    CrawlSummary summary;
    try (var daemon = TestHost.start(host, site, bench.owner.verifyKey(), more)) {
      site.robots("Mobile-agent-server: / %s\n".formatted(daemon.url()));
      summary = SharedSandbox.crawl(bench.request(site.origin() + "/"), listener);
    }
    assertThat(summary.complete()).as("%s", summary).isTrue();
    assertThat(summary.territories())
        .singleElement()
        .satisfies(t -> assertThat(t.crawled()).isEqualTo(CrawlWay.MOBILE))
        .satisfies(t -> assertThat(t.reason()).isEmpty());
    return new Crawled(bench.out, host);
  }

  /// A crawl that has ended.
  ///
  /// @param out its directory
  /// @param host the directory of the host
  private record Crawled(Path out, Path host) {
    List<String> findings() throws IOException {
      return Files.readAllLines(out.resolve("findings.jsonl"));
    }

    JsonNode logged(String url) throws IOException {
      for (var line : Files.readAllLines(out.resolve("urls.jsonl"))) {
        var json = JSON.readTree(line);
        if (json.path("url").asText().equals(url)) {
          return json;
        }
      }
      throw new AssertionError("no line of the crawl log: " + url);
    }

    /// The pages that the audit log lists as not parsed, each with the reason.
    List<String> audited() throws IOException {
      var all = new ArrayList<String>();
      try (var files = Files.walk(host.resolve("data"))) {
        for (var file : files.filter(f -> f.toString().endsWith(".jsonl")).sorted().toList()) {
          for (var line : Files.readAllLines(file)) {
            JSON.readTree(line).path("unparsed").forEach(page -> all.add(page.asText()));
          }
        }
      }
      return all;
    }
  }
}
