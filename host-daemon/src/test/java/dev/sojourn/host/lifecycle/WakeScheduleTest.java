package dev.sojourn.host.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import dev.sojourn.agent.PageChanges;
import dev.sojourn.agent.PageUrl;
import dev.sojourn.agent.Scope;
import dev.sojourn.agent.VisitCause.Waker;
import dev.sojourn.agent.WakeConditions;
import dev.sojourn.atp.parcel.VisitState;
import dev.sojourn.base.log.RateLimitedLog;
import dev.sojourn.host.config.ConfigReader;
import dev.sojourn.host.config.ConfigReading;
import dev.sojourn.host.quota.StayLimits;
import dev.sojourn.host.rules.CurrentRules;
import dev.sojourn.host.rules.TrustDecisions;
import dev.sojourn.host.stay.ChangeMark;
import dev.sojourn.host.stay.ParkResult;
import dev.sojourn.host.stay.ParkedVisit;
import dev.sojourn.host.stay.Parking;
import dev.sojourn.host.stay.SiteChanges;
import dev.sojourn.host.stay.StayStore;
import dev.sojourn.host.stay.StayView;
import dev.sojourn.host.store.Store;
import dev.sojourn.host.store.VisitKey;
import dev.sojourn.identity.KeyLookup;
import dev.sojourn.visit.content.ContentSource.PageFilter;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Agents that are parked at two web servers; one of these is slow or down.
@Timeout(60)
class WakeScheduleTest {
  private static final String SLOW = "http://slow.example";
  private static final String QUICK = "http://quick.example";
  private static final ChangeMark SEEN = new ChangeMark("record", 1);
  private static final ChangeMark CHANGE = new ChangeMark("record", 2);
  private static final KeyLookup NO_KEYS = (_, _) -> new KeyLookup.Result.NotPublished();

  /// Each site has a change of one page for each agent.
  private static final SiteChanges CHANGES =
      new SiteChanges() {
        @Override
        public ChangeMark mark(String origin) {
          return SEEN;
        }

        @Override
        public PageChanges since(String origin, ChangeMark mark, PageFilter filter) {
          return new PageChanges.Reported(List.of(), true);
        }

        @Override
        public boolean hasChangedSince(String origin, ChangeMark mark, PageFilter filter)
            throws IOException, InterruptedException {
          return filter.admits(PageUrl.parse(origin + "/a").orElseThrow());
        }
      };

  @TempDir Path folder;
  private final Collection<String> woken = new ConcurrentLinkedQueue<>();
  private final CountDownLatch slowAnswers = new CountDownLatch(1);
  private final AtomicBoolean isDown = new AtomicBoolean();
  private final AtomicInteger requests = new AtomicInteger();
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private HttpServer slow;
  private HttpServer quick;
  private Store store;
  private StayStore stays;
  private WakeSchedule schedule;
  private Thread thread;

  @BeforeEach
  void open() throws IOException {
    slow = server(slowAnswers);
    quick = server(new CountDownLatch(0));
    store = Store.open(folder.resolve("data"));
    stays = new StayStore(store);
    schedule =
        new WakeSchedule(
            stays,
            CHANGES,
            new CurrentRules(rules(), InstantSource.system()),
            Duration.ofMillis(1),
            InstantSource.system(),
            new RateLimitedLog(System.getLogger("test")));
    thread = Thread.ofPlatform().daemon().unstarted(() -> schedule.run(new Woken()));
  }

  @AfterEach
  void close() throws Exception {
    slowAnswers.countDown();
    thread.interrupt();
    thread.join();
    slow.stop(0);
    quick.stop(0);
    threads.shutdownNow();
    store.close();
  }

  /// A web server whose `robots.txt` opens all, once it may answer.
  private HttpServer server(CountDownLatch answers) throws IOException {
    var any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    var server = HttpServer.create(any, 0);
    server.setExecutor(threads);
    server.createContext(
        "/",
        exchange -> {
          try (exchange) {
            requests.incrementAndGet();
            answers.await();
            var body = "User-agent: *\nAllow: /\n".getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(isDown.get() ? 503 : 200, body.length);
            exchange.getResponseBody().write(body);
          } catch (InterruptedException _) {
            // The test is over.
          }
        });
    server.start();
    return server;
  }

  private CurrentRules.Rules rules() throws IOException {
    var toml =
        """
        data = "data"
        [[site]]
        origin = "%s"
        upstream = "http://127.0.0.1:%d"
        robots-time = "1 s"
        [[site]]
        origin = "%s"
        upstream = "http://127.0.0.1:%d"
        """
            .formatted(SLOW, slow.getAddress().getPort(), QUICK, quick.getAddress().getPort());
    var reading = ConfigReader.parse(toml, folder.resolve("h.toml"), Map.of(), Instant.EPOCH);
    assertThat(reading).isInstanceOf(ConfigReading.Valid.class);
    var config = ((ConfigReading.Valid) reading).config();
    return CurrentRules.Rules.of(config, NO_KEYS, InstantSource.system(), TrustDecisions.NONE);
  }

  private Parking park(String agent, String origin) throws IOException {
    store
        .write(
            session ->
                session.update(
                    "INSERT INTO visit (owner, agent, package, code, phase, arrived) VALUES"
                        + " ('owner', ?, zeroblob(10), 'c', ?, 1)",
                    agent,
                    VisitState.RUNNING.word()))
        .await();
    var now = Instant.now();
    var parking =
        new Parking(
            new VisitKey("owner", agent),
            "signer",
            new StayView(new Scope(origin, List.of("/"), List.of()), "Bot"),
            WakeConditions.byChange(),
            now.plus(Duration.ofDays(1)),
            SEEN,
            now);
    assertThat(stays.park(parking, StayLimits.DEFAULT).await()).isEqualTo(ParkResult.PARKED);
    return parking;
  }

  private final class Woken implements WakeSchedule.Waking {
    @Override
    public int room(String signer) {
      return 10;
    }

    @Override
    public void begin(ParkedVisit visit, Waker by) {
      try {
        assertThat(stays.wake(visit, by, Instant.now()).await()).isTrue();
      } catch (IOException e) {
        throw new IllegalStateException(e);
      }
      woken.add(visit.key().agentId());
    }

    @Override
    public void end(ParkedVisit visit) {}
  }

  @Test
  void aRobotsTxtThatNeverComesDelaysNoAgentOfAnotherSite() throws Exception {
    park("slow", SLOW);
    var late = park("late", SLOW);
    park("quick", QUICK);
    schedule.changed(SLOW, CHANGE);
    schedule.mayHaveChanged(SLOW);
    schedule.parked(late);
    schedule.changed(QUICK, CHANGE);
    thread.start();

    await().untilAsserted(() -> assertThat(woken).containsExactly("quick"));
    slowAnswers.countDown();
    await()
        .untilAsserted(() -> assertThat(woken).containsExactlyInAnyOrder("quick", "slow", "late"));
  }

  /// As after a start of the daemon, while the web server starts as well.
  @Test
  void aChangeAtASiteWhoseRobotsTxtCannotBeReadWakesWhenItCan() throws Exception {
    isDown.set(true);
    slowAnswers.countDown();
    park("one", SLOW);
    schedule.mayHaveChanged(SLOW);
    thread.start();

    await().until(() -> requests.get() >= 1);
    assertThat(woken).isEmpty();
    isDown.set(false);
    await().untilAsserted(() -> assertThat(woken).containsExactly("one"));
  }
}
