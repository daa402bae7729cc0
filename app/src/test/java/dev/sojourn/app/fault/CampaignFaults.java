package dev.sojourn.app.fault;

import static org.awaitility.Awaitility.await;

import dev.sojourn.testing.FailingDisk;
import dev.sojourn.testing.FailingDisk.Blow;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.awaitility.core.ConditionTimeoutException;

/// The faults of a campaign, which a seed chooses, one after the other. Each kind comes once before
/// one comes again.
final class CampaignFaults {
  /// The name of the count of faults that were brought about, met or not.
  static final String FAULTS = "faults";

  /// How many kinds there are.
  static final int KINDS = Kind.values().length;

  private static final int MOST_PAUSE_MILLIS = 500;
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(3);
  private static final int MOST_FAULT_MILLIS = 1_500;
  private static final int MOST_OPERATIONS = 20;
  private static final int MOST_JUMP_SECONDS = 3_000;

  private final Random random;
  private final CampaignHost host;
  private final CampaignCrawls crawls;
  private final FailingDisk disk;
  private final CampaignLog log;
  private final CountDownLatch isOver;
  private final List<Kind> deck = new ArrayList<>();

  /// @param isOver its count is 0 when all visits are over: no pause lasts longer
  CampaignFaults(
      long seed,
      CampaignHost host,
      CampaignCrawls crawls,
      FailingDisk disk,
      CampaignLog log,
      CountDownLatch isOver) {
    this.random = new Random(seed);
    this.host = host;
    this.crawls = crawls;
    this.disk = disk;
    this.log = log;
    this.isOver = isOver;
  }

  /// The kinds of faults, without partitions, which the link makes.
  enum Kind {
    /// SIGKILL of the daemon.
    DAEMON_KILLED,
    /// The daemon ends, and unflushed writes are lost.
    POWER_LOST,
    /// SIGKILL of a worker.
    WORKER_KILLED,
    /// SIGKILL of a dispatcher.
    DISPATCHER_KILLED,
    /// No write finds room.
    DISK_FULL,
    /// Flushes fail.
    FLUSHES_FAIL,
    /// Writes, flushes and renames fail.
    DISK_BROKEN,
    /// The clock of the host is wrong for a while.
    CLOCK_JUMPS
  }

  /// Brings about one fault after some visits, and ends it. A worker or a dispatcher can be killed
  /// only while there is one.
  ///
  /// @param mostVisits that are over before it comes, at least 1
  void next(int mostVisits) throws IOException, InterruptedException {
    if (deck.isEmpty()) {
      deck.addAll(List.of(Kind.values()));
      Collections.shuffle(deck, random);
      // A short campaign has one crawl, at its begin.
      deck.remove(Kind.DISPATCHER_KILLED);
      deck.addLast(Kind.DISPATCHER_KILLED);
    }
    var kind = deck.removeLast();
    long visits = log.counted(CampaignLog.VISITS) + random.nextInt(1, mostVisits + 1);
    int pause = random.nextInt(MOST_PAUSE_MILLIS);
    int length = random.nextInt(MOST_FAULT_MILLIS);
    int number = random.nextInt(1, MOST_OPERATIONS);
    int seconds = random.nextInt(-MOST_JUMP_SECONDS, MOST_JUMP_SECONDS);
    awaitVisits(visits);
    log.count(FAULTS);
    pause(pause);
    boolean isMet =
        switch (kind) {
          case DAEMON_KILLED -> {
            say(kind, "");
            host.killAndStart();
            yield true;
          }
          case POWER_LOST -> {
            say(kind, "at operation " + number);
            host.losePower(number);
            yield true;
          }
          case WORKER_KILLED -> host.killWorker(random);
          case DISPATCHER_KILLED -> crawls.kill();
          case DISK_FULL -> isFailing(kind, Blow.FULL, number, length);
          case FLUSHES_FAIL -> isFailing(kind, Blow.UNFLUSHED, number, length);
          case DISK_BROKEN -> isFailing(kind, Blow.BROKEN, number, length);
          case CLOCK_JUMPS -> {
            say(kind, "by " + seconds + " s for " + length + " ms");
            disk.clock(Duration.ofSeconds(seconds));
            pause(length);
            disk.clock(Duration.ZERO);
            yield true;
          }
        };
    if (kind == Kind.WORKER_KILLED || kind == Kind.DISPATCHER_KILLED) {
      say(kind, isMet ? "" : "(none was there)");
    }
    if (isMet) {
      log.count("fault " + word(kind));
    }
    if (!host.isAlive()) {
      log.breach("the daemon ended by itself after " + word(kind));
      host.killAndStart();
    }
  }

  private boolean isFailing(Kind kind, Blow blow, int number, int length)
      throws InterruptedException {
    say(kind, "from operation " + number + " on, for " + length + " ms");
    disk.strike(blow, number, Long.MAX_VALUE / 2);
    pause(length);
    boolean isMet = disk.hasStruck();
    disk.calm();
    return isMet;
  }

  /// A fault comes after some visits, so that a slow machine gets forward between two of them.
  private void awaitVisits(long visits) {
    try {
      await()
          .pollDelay(Duration.ZERO)
          .pollInterval(Duration.ofMillis(20))
          .atMost(LONGEST_PAUSE)
          .until(() -> isOver.getCount() == 0 || log.counted(CampaignLog.VISITS) >= visits);
    } catch (ConditionTimeoutException _) {
      // The next fault may be the one that helps.
    }
  }

  private void pause(int millis) throws InterruptedException {
    var _ = isOver.await(millis, TimeUnit.MILLISECONDS);
  }

  private void say(Kind kind, String more) {
    log.line("fault: " + word(kind) + " " + more);
  }

  private static String word(Kind kind) {
    return kind.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
