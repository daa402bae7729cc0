package dev.sojourn.host.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.base.Bytes;
import dev.sojourn.host.quota.IntakeLimits;
import dev.sojourn.host.quota.SignerUsage;
import dev.sojourn.host.quota.SignerUse;
import dev.sojourn.host.quota.StorageLimits;
import dev.sojourn.identity.key.SigningKey;
import dev.sojourn.sandbox.VisitSpending;
import dev.sojourn.visit.VisitProgress;
import dev.sojourn.visit.VisitTally;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The sums by crawler and month.
class SavingsTableTest {
  private static final SigningKey OWNER = SigningKey.generate(new SecureRandom());
  private static final Instant NOW = TestArrivals.NOW;
  private static final Instant NEXT_MONTH = NOW.plus(Duration.ofDays(40));

  @TempDir Path folder;

  @Test
  void sumsStayWhenVisitsGoAndTheDaemonStartsAnew() throws IOException {
    Arrival arrival;
    try (var store = Store.open(folder)) {
      arrival = arrival("a1");
      store.arrivals().admit(arrival, IntakeLimits.unfinished(10)).await();
      var use = new SignerUse("signer", NOW, SignerUsage.NONE);
      var tally = new VisitTally(Duration.ZERO, 7, 7_000, 1_400, 3, VisitSpending.NONE);
      var progress = new VisitProgress(new byte[3], List.of(), tally);
      assertThat(
              store.visits().checkpoint(arrival.key(), progress, use, StorageLimits.NONE).await())
          .isEmpty();
      store.visits().end(arrival.key(), VisitEnding.killed("enough", NEXT_MONTH)).await();
      store.visits().end(arrival.key(), VisitEnding.killed("again", NEXT_MONTH)).await();
      store.countSent(arrival.key(), NEXT_MONTH, 500).await();
      store.forget(arrival.key()).await();
    }
    try (var store = Store.open(folder)) {
      store.countSent(arrival.key(), NEXT_MONTH, 999).await();
      store.tidy(NOW.plus(Duration.ofDays(400)), Duration.ofDays(1));

      var rows = SavingsRow.read(folder, Optional.empty());
      assertThat(rows).extracting(SavingsRow::month).containsExactly("2026-05", "2026-06");
      assertThat(rows.get(0).visits()).isEqualTo(1);
      assertThat(rows.get(0).crawler()).isEqualTo("signer");
      assertThat(rows.get(0).token()).isEqualTo("ExampleBot");
      assertThat(rows.get(0).received()).isGreaterThan(500);
      assertThat(rows.get(1))
          .isEqualTo(new SavingsRow("2026-06", "signer", "ExampleBot", 0, 7, 7_000, 1_400, 0, 500));
      assertThat(rows.get(1).savedBytes()).isEqualTo(900);
      assertThat(SavingsRow.read(folder, Optional.of("2026-06"))).hasSize(1);

      store.tidy(NOW.plus(Duration.ofDays(366 * 4)), Duration.ofDays(1));
      assertThat(SavingsRow.read(folder, Optional.empty())).isEmpty();
    }
  }

  @Test
  void whereThereIsNoStoreThereAreNoRows() throws IOException {
    assertThat(SavingsRow.read(folder, Optional.empty())).isEmpty();
  }

  private static Arrival arrival(String agent) {
    return TestArrivals.arrival(
        OWNER, agent, "d" + agent, "nonce" + agent + "0", Bytes.utf8("a jar"));
  }
}
