package dev.sojourn.dispatcher.crawl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.atp.AtpMethod;
import dev.sojourn.atp.AtpRequest;
import dev.sojourn.atp.AtpResponse;
import dev.sojourn.atp.agent.AgentPackage;
import dev.sojourn.atp.agent.PackageLimits;
import dev.sojourn.atp.agent.PackageReader;
import dev.sojourn.atp.agent.PackageReading;
import dev.sojourn.atp.parcel.Delivery;
import dev.sojourn.atp.parcel.Parcel;
import dev.sojourn.atp.parcel.VisitState;
import dev.sojourn.atp.parcel.VisitStatus;
import dev.sojourn.atp.server.AddressFilter;
import dev.sojourn.atp.server.AtpHandler;
import dev.sojourn.atp.server.AtpServer;
import dev.sojourn.atp.server.AtpServerConfig;
import dev.sojourn.atp.server.ServerCapacity;
import dev.sojourn.atp.server.ServerTimeouts;
import dev.sojourn.atp.wire.WireLimits;
import dev.sojourn.base.Bytes;
import dev.sojourn.crawl.local.report.CrawlListener;
import dev.sojourn.crawl.local.report.CrawlWay;
import dev.sojourn.crawl.local.report.TerritoryProgress;
import dev.sojourn.crawl.local.report.TerritoryStatus;
import dev.sojourn.crawl.plan.Plan;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A host that takes agents in and never comes to an end with them.
@Timeout(300)
final class StallingHostIT {
  @TempDir private Path directory;

  private final AtomicInteger asked = new AtomicInteger();

  private AtpServer host(List<VisitState> says) throws IOException {
    return host((request, _) -> answer(request, says));
  }

  private static AtpServer host(AtpHandler handler) throws IOException {
    return AtpServer.start(
        new AtpServerConfig(
            List.of(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)),
            Optional.empty(),
            WireLimits.DEFAULT,
            ServerTimeouts.DEFAULT,
            ServerCapacity.DEFAULT,
            AddressFilter.NONE),
        handler,
        (_, _) -> {},
        InstantSource.system());
  }

  private AtpResponse answer(AtpRequest request, List<VisitState> says) {
    return switch (request.method()) {
      case COLLECT -> {
        var state = says.get(asked.getAndIncrement() % says.size());
        yield AtpResponse.okay(
            Delivery.MEDIA_TYPE, new Delivery(standing(state), List.of()).encode());
      }
      case STATUS -> AtpResponse.okay("application/json", VisitStatus.waiting().toJson());
      case DISPATCH, MESSAGE, RETRACT, FETCH, DISPOSE -> AtpResponse.okay();
    };
  }

  private static VisitStatus standing(VisitState state) {
    return new VisitStatus(
        state,
        "",
        List.of(),
        0,
        0,
        0,
        0,
        0,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        List.of());
  }

  private void crawledFromHome(List<VisitState> says) throws IOException {
    crawledFromHome(
        says,
        Duration.ofSeconds(30),
        "it let the agent wait for its turn for more than 1 s (--max-wait).");
  }

  private void crawledFromHome(List<VisitState> says, Duration patience, String reason)
      throws IOException {
    try (var host = host(says);
        var site = new TestSite(directory.resolve("www"), 6)) {
      var url = "atp://127.0.0.1:" + host.address().getPort();
      site.robots("Mobile-agent-server: / %s\n".formatted(url));
      var bench = new CrawlBench(directory.resolve("out"));
      var settings =
          TestSettings.withMaxWait(
              TestSettings.withPatience(CrawlSettings.defaults(), patience), Duration.ofSeconds(1));

      var summary = SharedSandbox.crawl(bench.request(settings, site.origin() + "/"));

      bench.assertFoundExactly(site);
      assertThat(asked.get()).isGreaterThan(1);
      assertThat(summary.complete()).as("%s", summary).isTrue();
      assertThat(summary.territories())
          .singleElement()
          .satisfies(
              t -> {
                assertThat(t.crawled()).isEqualTo(CrawlWay.CLASSIC);
                assertThat(t.reason()).isEqualTo(url + ": " + reason);
              });
    }
  }

  @Test
  void aHostThatSaysWaitingForEverIsGivenUpAndItsPartVisitedFromHome() throws IOException {
    crawledFromHome(List.of(VisitState.WAITING));
  }

  @Test
  void aHostThatParksAnAgentAndDoesNotGiveItBackIsGivenUp() throws IOException {
    crawledFromHome(
        List.of(VisitState.PARKED),
        Duration.ofSeconds(2),
        "it keeps an agent that would stay there, and does not give it back.");
  }

  @Test
  void anAgentThatWouldStayIsTakenBackAndItsTerritoryIsDone() throws IOException {
    var came = new AtomicReference<Bytes>();
    var isTaken = new AtomicBoolean();
    AtpHandler parking =
        (request, _) ->
            switch (request.method()) {
              case DISPATCH -> {
                came.set(request.body());
                yield AtpResponse.okay();
              }
              case COLLECT -> {
                var status = standing(isTaken.get() ? VisitState.KILLED : VisitState.PARKED);
                yield AtpResponse.okay(
                    Delivery.MEDIA_TYPE, new Delivery(status, List.of()).encode());
              }
              case RETRACT -> {
                isTaken.set(true);
                var read =
                    (PackageReading.Read) new PackageReader(PackageLimits.DEFAULT).read(came.get());
                var home = read.agentPackage().withoutCode().withState(Bytes.utf8("its state"));
                yield AtpResponse.okay(AgentPackage.MEDIA_TYPE, home.encode());
              }
              case STATUS, MESSAGE, FETCH, DISPOSE -> AtpResponse.okay();
            };
    try (var host = host(parking);
        var site = new TestSite(directory.resolve("www"), 6)) {
      site.robots(
          "Mobile-agent-server: / atp://127.0.0.1:%d%n".formatted(host.address().getPort()));
      var notes = new ArrayList<String>();
      var summary =
          SharedSandbox.crawl(
              new CrawlBench(directory.resolve("out"))
                  .request(CrawlSettings.defaults(), site.origin() + "/"),
              new CrawlListener() {
                @Override
                public void planned(Plan plan) {}

                @Override
                public void changed(TerritoryProgress territory) {}

                @Override
                public void noted(String sentence) {
                  notes.add(sentence);
                }
              });
      // It read no page, which is all that is missing.
      assertThat(summary.complete()).as("%s", summary).isFalse();
      assertThat(summary.territories())
          .singleElement()
          .satisfies(
              t -> {
                assertThat(t.crawled()).isEqualTo(CrawlWay.MOBILE);
                assertThat(t.state()).isEqualTo(TerritoryStatus.NOTHING_READ);
                assertThat(t.reason()).isEmpty();
              });
      assertThat(notes).filteredOn(note -> note.contains("would stay")).hasSize(1);
    }
  }

  private void crawledFromHomeThough(AtpHandler hostile, Duration patience, String reason)
      throws IOException {
    try (var host = host(hostile);
        var site = new TestSite(directory.resolve("www"), 6)) {
      var url = "atp://127.0.0.1:" + host.address().getPort();
      site.robots("Mobile-agent-server: / %s\n".formatted(url));
      var bench = new CrawlBench(directory.resolve("out"));
      var settings =
          TestSettings.withMaxWait(
              TestSettings.withPatience(CrawlSettings.defaults(), patience), Duration.ofSeconds(1));

      var summary = SharedSandbox.crawl(bench.request(settings, site.origin() + "/"));

      bench.assertFoundExactly(site);
      assertThat(summary.territories())
          .singleElement()
          .satisfies(
              t -> {
                assertThat(t.crawled()).isEqualTo(CrawlWay.CLASSIC);
                assertThat(t.reason()).contains(reason);
              });
    }
  }

  @Test
  void aHostThatWithholdsForEverIsGivenUpAfterMaxWait() throws IOException {
    crawledFromHomeThough(
        (request, _) ->
            request.method() == AtpMethod.COLLECT
                ? AtpResponse.unavailable("withheld", "Not yet.", Duration.ofSeconds(1))
                : AtpResponse.okay(),
        Duration.ofSeconds(30),
        "did not release what the agent found within 1 s; --max-wait gives it more time.");
  }

  @Test
  void aHostThatSaysFinishedAndDeliversEmptyParcelsIsGivenUpAfterThePatience() throws IOException {
    var number = new AtomicInteger();
    var over =
        new VisitStatus(
            VisitState.FINISHED,
            "",
            List.of(),
            0,
            0,
            0,
            0,
            1_000_000,
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            List.of());
    crawledFromHomeThough(
        (request, _) ->
            switch (request.method()) {
              case COLLECT -> {
                var id = request.target().agentId().orElseThrow();
                var empty = Parcel.pack(id, number.incrementAndGet(), List.of());
                yield AtpResponse.okay(
                    Delivery.MEDIA_TYPE, new Delivery(over, List.of(empty)).encode());
              }
              case STATUS -> AtpResponse.okay("application/json", VisitStatus.waiting().toJson());
              case DISPATCH, MESSAGE, RETRACT, FETCH, DISPOSE -> AtpResponse.okay();
            },
        Duration.ofSeconds(2),
        "it says that the visit is over");
  }

  @Test
  void aHostThatIsForEverSendingTheAgentOnIsGivenUpAfterMaxWait() throws IOException {
    crawledFromHome(List.of(VisitState.LEAVING));
  }

  @Test
  void aHostThatSaysRunningNowAndThenIsGivenUpAsWell() throws IOException {
    crawledFromHome(List.of(VisitState.WAITING, VisitState.RUNNING));
  }
}
