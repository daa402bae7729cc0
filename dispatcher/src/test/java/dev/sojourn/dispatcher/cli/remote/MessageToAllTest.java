package dev.sojourn.dispatcher.cli.remote;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.agent.Scope;
import dev.sojourn.base.Bytes;
import dev.sojourn.crawl.core.Allowance;
import dev.sojourn.crawl.core.CrawlHeader;
import dev.sojourn.crawl.core.CrawlTerms;
import dev.sojourn.crawl.core.CrawlTerritory;
import dev.sojourn.crawl.core.Event;
import dev.sojourn.crawl.core.Place;
import dev.sojourn.crawl.local.store.CrawlStore;
import dev.sojourn.crawl.plan.RobotsOutcome;
import dev.sojourn.dispatcher.cli.remote.MessageAttempt.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class MessageToAllTest {
  private static final String SLOW = "atp://slow.example:10434";
  private static final String OTHER = "atp://other.example:10434";

  @TempDir Path directory;
  private final AtomicReference<Instant> now =
      new AtomicReference<>(Instant.parse("2026-11-26T03:00:00Z"));
  private final Queue<MessageResult> heard = new ConcurrentLinkedQueue<>();

  /// A crawl with an agent on its way to each of these hosts.
  private void crawl(List<String> hosts) throws IOException {
    var starts = new ArrayList<String>();
    var terms = new ArrayList<CrawlTerms>();
    for (int i = 0; i < hosts.size(); i++) {
      starts.add("http://s%d.example/".formatted(i));
      terms.add(
          new CrawlTerms(
              "http://s%d.example".formatted(i), "r1s" + i, new Allowance(9, 9, 9, 9), 1, 4, 10));
    }
    var robots = RobotsOutcome.of(RobotsOutcome.Kind.READ, Bytes.utf8(""), "It was read.");
    try (var store = CrawlStore.open(directory.resolve("crawl.db"))) {
      store.begin(
          new CrawlHeader("r1", starts, "TestBot", "0".repeat(64), "a.Agent", "key", 0, Map.of()),
          Bytes.utf8("jar"),
          terms);
      for (int i = 0; i < hosts.size(); i++) {
        var scope = Scope.site(terms.get(i).origin());
        var territory = new CrawlTerritory(0, scope, new Place.Host(hosts.get(i)));
        var planned = new Event.Planned(List.of(territory), false);
        store.planned(i, robots, planned);
      }
    }
  }

  private static List<String> agentsAt(int slow, String... others) {
    var hosts = new ArrayList<String>();
    for (int i = 0; i < slow; i++) {
      hosts.add(SLOW);
    }
    hosts.addAll(List.of(others));
    return hosts;
  }

  private List<MessageResult> announce(MessageToAll.Attempts attempts, Duration patience)
      throws IOException, InterruptedException {
    var journal = MessageJournal.begin(directory, "hello");
    return new MessageToAll(directory, attempts, journal, patience, now::get, heard::add).run();
  }

  @Test
  void aHostThatNeverAnswersDoesNotKeepTheMessageFromAgentsAtOthers() throws Exception {
    crawl(agentsAt(20, OTHER));
    var other = new CountDownLatch(1);
    var noted =
        announce(
            agent -> {
              if (agent.host().toString().equals(OTHER)) {
                other.countDown();
                return new MessageAttempt(Outcome.ANSWERED, "here");
              }
              return other.await(10, TimeUnit.SECONDS)
                  ? new MessageAttempt(Outcome.UNANSWERED, "No answer.")
                  : new MessageAttempt(Outcome.REFUSED, "It held all turns.");
            },
            Duration.ofMinutes(1));
    assertThat(noted).hasSize(21);
    assertThat(noted)
        .extracting(MessageResult::outcome)
        .doesNotContain(Outcome.REFUSED)
        .contains(Outcome.ANSWERED);
  }

  @Test
  void aHostThatTakesAllOfTheTimeDoesNotProlongIt() throws Exception {
    crawl(agentsAt(12));
    var attempts = new AtomicInteger();
    var noted =
        announce(
            _ -> {
              attempts.incrementAndGet();
              now.updateAndGet(time -> time.plus(Duration.ofMinutes(2)));
              return new MessageAttempt(Outcome.UNANSWERED, "No answer.");
            },
            Duration.ofMinutes(1));
    assertThat(attempts.get()).isBetween(1, 4);
    assertThat(noted).hasSize(12);
    assertThat(noted)
        .filteredOn(agent -> agent.outcome() == Outcome.NOT_TRIED)
        .hasSize(12 - attempts.get());
    assertThat(heard).as("each agent is told of").hasSize(12);
  }

  @Test
  void longAnswersOfManyAgentsAreReportedButKeptNowhere() throws Exception {
    crawl(agentsAt(30));
    var answer = "x".repeat(16_000);
    var noted = announce(_ -> new MessageAttempt(Outcome.ANSWERED, answer), Duration.ZERO);
    assertThat(heard).hasSize(30).allSatisfy(a -> assertThat(a.answer()).isEqualTo(answer));
    assertThat(noted).hasSize(30).allSatisfy(a -> assertThat(a.answer()).isEmpty());
    assertThat(Files.size(directory.resolve("message.jsonl"))).isLessThan(30 * 300);
    assertThat(MessageJournal.resume(directory).noted()).containsExactlyInAnyOrderElementsOf(noted);
  }
}
