package dev.sojourn.atp.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import org.junit.jupiter.api.Test;

/// The share of the budget that each peer may hold.
final class BodyBudgetTest {

  private final BodyBudget budget = new BodyBudget(100, 50, 70);

  private BodyBudget.Share of(String address) {
    return budget.share(InetAddress.ofLiteral(address));
  }

  @Test
  void noAddressTakesMoreThanItsShareThroughHoweverManyConnections() {
    assertThat(of("192.0.2.1").reserve(30)).isTrue();
    assertThat(of("192.0.2.1").reserve(20)).isTrue();
    assertThat(of("192.0.2.1").reserve(1)).isFalse();
    assertThat(of("192.0.2.1").reserve(0)).isTrue();
    assertThat(budget.reservedBytes()).isEqualTo(50);
  }

  @Test
  void noNetworkTakesMoreThanItsShareThroughHoweverManyAddresses() {
    assertThat(of("2001:db8:0:1::1").reserve(50)).isTrue();
    assertThat(of("2001:db8:0:2::1").reserve(20)).isTrue();
    assertThat(of("2001:db8:0:ff::1").reserve(1)).isFalse();
    assertThat(of("2001:db8:0:100::1").reserve(30)).isTrue();
    assertThat(of("192.0.2.1").reserve(1)).isFalse();
  }

  @Test
  void whatIsGivenBackCanBeTakenAgainAlsoAfterTheConnectionHasGone() {
    var share = of("192.0.2.1");
    assertThat(share.reserve(50)).isTrue();
    share.release(10);
    share.close(15);
    assertThat(budget.reservedBytes()).isEqualTo(15);
    assertThat(share.reserve(1)).isFalse();
    assertThat(of("192.0.2.1").reserve(36)).isFalse();
    share.releaseKept(15);
    assertThat(budget.reservedBytes()).isZero();
    assertThat(of("192.0.2.1").reserve(50)).isTrue();
  }

  @Test
  void aNumberBeyondAllIsRefusedAndNotAdded() {
    assertThat(of("192.0.2.1").reserve(1)).isTrue();
    assertThat(of("192.0.2.1").reserve(Long.MAX_VALUE)).isFalse();
    assertThat(budget.share().reserve(Long.MAX_VALUE)).isFalse();
    assertThat(budget.share().reserve(99)).isTrue();
    assertThat(budget.reservedBytes()).isEqualTo(100);
  }
}
