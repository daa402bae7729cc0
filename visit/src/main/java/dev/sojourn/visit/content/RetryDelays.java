package dev.sojourn.visit.content;

import dev.sojourn.agent.PageChanges;
import dev.sojourn.agent.PageUrl;
import dev.sojourn.agent.PageValidators;
import dev.sojourn.agent.frontier.Fingerprint;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/// Pages of a source that are not read again too early. A page that could not be read for a reason
/// that may pass is read again after a pause, which is longer after each failure. Safe for use by
/// several threads.
public final class RetryDelays implements ContentSource {
  /// The pauses before a page of a site of others is read again.
  public static final List<Duration> STANDARD =
      List.of(Duration.ofSeconds(10), Duration.ofSeconds(60));

  /// The pauses for a site on this machine.
  public static final List<Duration> LOOPBACK =
      List.of(Duration.ofMillis(500), Duration.ofSeconds(3));

  private static final Duration LONG = Duration.ofSeconds(3);

  /// The limit of URLs; a new one replaces the oldest, which may then be read at once.
  private static final int MAX_URLS = 10_000;

  private final ContentSource source;
  private final List<Duration> pauses;
  private final InstantSource clock;
  private final Sleep sleep;
  private final Consumer<Duration> notes;
  private final AtomicBoolean isNoted = new AtomicBoolean();

  /// The pages that failed last, by the fingerprint of their URL. Guarded by itself.
  private final Map<Long, Failed> failed = new LinkedHashMap<>();

  private record Failed(int times, Duration pause, Instant due) {}

  /// A way to wait; tests replace it.
  @FunctionalInterface
  interface Sleep {
    void sleep(Duration duration) throws InterruptedException;
  }

  /// Creates a source.
  ///
  /// @param source the source of the pages
  /// @param pauses the pause after each failure; the last one counts for further failures
  /// @param clock measures the pauses
  /// @param notes receives the first long wait, for people
  public RetryDelays(
      ContentSource source, List<Duration> pauses, InstantSource clock, Consumer<Duration> notes) {
    this(source, pauses, clock, notes, Thread::sleep);
  }

  RetryDelays(
      ContentSource source,
      List<Duration> pauses,
      InstantSource clock,
      Consumer<Duration> notes,
      Sleep sleep) {
    this.source = source;
    this.pauses = List.copyOf(pauses);
    this.clock = clock;
    this.notes = notes;
    this.sleep = sleep;
  }

  @Override
  public Content read(PageUrl url) throws IOException, InterruptedException {
    return read(url, PageValidators.NONE);
  }

  @Override
  public Content read(PageUrl url, PageValidators held) throws IOException, InterruptedException {
    await(url);
    var content = source.read(url, held);
    note(url, content);
    return content;
  }

  private void await(PageUrl url) throws InterruptedException {
    Failed before;
    synchronized (failed) {
      before = failed.get(Fingerprint.of(url.toString()));
    }
    if (before == null) {
      return;
    }
    var left = Duration.between(clock.instant(), before.due());
    // The clock of a host may be set back.
    var wait = left.compareTo(before.pause()) < 0 ? left : before.pause();
    if (wait.compareTo(LONG) > 0 && isNoted.compareAndSet(false, true)) {
      notes.accept(wait);
    }
    if (wait.isPositive()) {
      sleep.sleep(wait);
    }
  }

  private void note(PageUrl url, Content content) {
    boolean mayComeLater =
        content instanceof Content.Missing missing
            && missing.outcome().mayComeLater(missing.status());
    var print = Fingerprint.of(url.toString());
    synchronized (failed) {
      var before = failed.remove(print);
      if (mayComeLater) {
        int times = before == null ? 0 : before.times();
        var pause = pauses.get(Math.min(times, pauses.size() - 1));
        failed.put(print, new Failed(times + 1, pause, clock.instant().plus(pause)));
        if (failed.size() > MAX_URLS) {
          failed.remove(failed.keySet().iterator().next());
        }
      }
    }
  }

  @Override
  public PageChanges changes(PageFilter filter) throws IOException, InterruptedException {
    return source.changes(filter);
  }

  @Override
  public void expect(
      List<PageUrl> urls, Map<PageUrl, PageValidators> held, long pages, long bytes) {
    source.expect(urls, held, pages, bytes);
  }

  @Override
  public boolean isAwaited() {
    return source.isAwaited();
  }
}
