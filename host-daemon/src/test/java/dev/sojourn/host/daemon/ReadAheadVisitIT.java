package dev.sojourn.host.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.agent.PageValidators;
import dev.sojourn.agent.Scope;
import dev.sojourn.atp.parcel.ParcelLine;
import dev.sojourn.base.Bytes;
import dev.sojourn.base.Digest;
import dev.sojourn.host.agents.ReadingAgent;
import dev.sojourn.robots.RobotsTxt;
import dev.sojourn.sandbox.Confinement;
import dev.sojourn.sandbox.SandboxSettings;
import dev.sojourn.sandbox.VisitLimits;
import dev.sojourn.sandbox.VisitOrder;
import dev.sojourn.sandbox.session.ProcessSandbox;
import dev.sojourn.visit.RoutePolicy;
import dev.sojourn.visit.VisitGate;
import dev.sojourn.visit.VisitJournal;
import dev.sojourn.visit.VisitOutcome;
import dev.sojourn.visit.VisitProgress;
import dev.sojourn.visit.VisitResult;
import dev.sojourn.visit.VisitRunner;
import dev.sojourn.visit.VisitTally;
import dev.sojourn.visit.content.Content;
import dev.sojourn.visit.content.ContentSource;
import dev.sojourn.visit.content.ReadAhead;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Visits whose pages are read and parsed ahead, from their source to the worker and the journal.
@Timeout(300)
class ReadAheadVisitIT {
  private static final String SITE = "http://site.example";
  private static final int PAGES = 80;
  private static final RobotsTxt ROBOTS =
      RobotsTxt.parse("User-agent: *\nDisallow: /7\n".getBytes(StandardCharsets.UTF_8));

  @TempDir private Path directory;
  @TempDir private Path cache;

  @Test
  void aVisitBringsTheSameRecordsAndCountsTheSamePages() throws Exception {
    LentStartCache.to(cache);
    var usual = SandboxSettings.defaults();
    try (var sandbox =
        ProcessSandbox.open(
            usual
                .withDirectory(directory)
                .withStartCache(cache)
                .withConfinement(Confinement.OFFERED)
                .withBounds(1, 1, usual.heapMiB()))) {
      var runner = new VisitRunner(sandbox, InstantSource.system());
      var plain = new Brought();
      var plainTally = visit(runner, 0, ReadAheadVisitIT::read, plain);
      var early = new Brought();
      var expected = new ArrayList<String>();
      var bounds = new ReadAhead.Limits(4, 1, 1 << 20);
      var viewed = runner.views().over(ReadAheadVisitIT::read);
      try (var ahead = new ReadAhead(viewed, bounds, () -> true)) {
        var earlyTally = visit(runner, 4, new Listening(ahead, expected), early);
        assertThat(earlyTally.pages()).isEqualTo(plainTally.pages());
        assertThat(earlyTally.pageBytes()).isEqualTo(plainTally.pageBytes());
        assertThat(earlyTally.gzipBytes()).isEqualTo(plainTally.gzipBytes());
      }

      assertThat(plain.noted).hasSizeGreaterThan(PAGES);
      assertThat(early.noted).containsExactlyElementsOf(plain.noted);
      assertThat(expected).isNotEmpty().noneMatch(path -> path.startsWith("/7"));
      assertThat(early.handed).containsExactlyElementsOf(plain.handed).doesNotHaveDuplicates();
    }
  }

  private static VisitTally visit(
      VisitRunner runner, int readAhead, ContentSource source, Brought journal) throws Exception {
    var jar = AgentJar.of(ReadingAgent.class.getName(), "dev.sojourn.host.agents.PageSeen");
    var scope = Scope.site(SITE);
    var order =
        new VisitOrder(
                "signer",
                "agent-" + readAhead,
                new VisitOrder.Code(
                    Digest.of(Bytes.wrap(jar.toArray())).hex(),
                    jar.toArray(),
                    ReadingAgent.class.getName()),
                Optional.empty(),
                new VisitOrder.Inputs("TestBot", List.of(SITE + "/0"), scope, 1),
                VisitLimits.defaults())
            .withReadAhead(readAhead);
    var gate = new VisitGate(scope, "TestBot", () -> ROBOTS, new RoutePolicy.OverHttp());
    var result = runner.run(order, VisitTally.NONE, gate, source, journal);
    assertThat(result.outcome()).isInstanceOf(VisitOutcome.Finished.class);
    return result.tally();
  }

  /// Pages that link to each other, one that moved, and one that is gone.
  private static Content read(PageUrl url) {
    int number = Integer.parseInt(url.path().substring(1));
    return switch (number) {
      case 5 -> new Content.Missing(410, "gone");
      case 6 -> new Content.Redirect(PageUrl.parse(SITE + "/9").orElseThrow());
      default -> {
        var links =
            IntStream.range(0, PAGES)
                .mapToObj("<a href=/%d>a</a>"::formatted)
                .collect(Collectors.joining());
        yield new Content.Found(
            url,
            200,
            Map.of("Content-Type", List.of("text/html")),
            ("<title>" + number + "</title>" + links).getBytes(StandardCharsets.UTF_8));
      }
    };
  }

  /// Hears which pages are read ahead.
  private record Listening(ContentSource pages, List<String> expected) implements ContentSource {
    @Override
    public Content read(PageUrl url) throws IOException, InterruptedException {
      return pages.read(url);
    }

    @Override
    public void expect(
        List<PageUrl> urls, Map<PageUrl, PageValidators> held, long count, long bytes) {
      urls.forEach(url -> expected.add(url.path()));
      pages.expect(urls, held, count, bytes);
    }
  }

  /// The result of a visit, without times.
  private static final class Brought implements VisitJournal {
    private final List<String> noted = new ArrayList<>();
    private final List<String> handed = new ArrayList<>();

    @Override
    public void commit(VisitProgress progress) {
      announce(progress.lines());
    }

    @Override
    public void handsOver(PageUrl url, int bytes) {
      handed.add(url + " " + bytes);
    }

    @Override
    public void end(VisitResult result) {
      announce(result.lastLines());
    }

    private void announce(List<ParcelLine> lines) {
      for (var line : lines) {
        noted.add(
            line instanceof ParcelLine.Page(var page)
                ? "%s %s %s %s %s %s"
                    .formatted(
                        page.url(),
                        page.end(),
                        page.foundOn(),
                        page.outcome(),
                        page.status(),
                        page.body())
                : line.toString());
      }
    }
  }
}
