package dev.sojourn.sandbox.reader;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class SuspectSitesTest {
  private static final String SITE = "http://a.example";

  private long now = Long.MAX_VALUE - 5; // The clock of a JVM may begin anywhere.
  private final SuspectSites sites = new SuspectSites(() -> now);

  @Test
  void aSiteWhosePageEndedAReaderIsSuspectForAMinute() {
    assertThat(sites.contains(SITE)).isFalse();
    sites.lost(SITE);
    assertThat(sites.contains(SITE)).isTrue();
    assertThat(sites.contains("http://b.example")).isFalse();
    now += TimeUnit.SECONDS.toNanos(60);
    assertThat(sites.contains(SITE)).isTrue();
    now++;
    assertThat(sites.contains(SITE)).isFalse();
  }

  @Test
  void tenSlowPagesOfAMinuteMakeASiteSuspect() {
    slow(9);
    assertThat(sites.contains(SITE)).isFalse();
    slow(1);
    assertThat(sites.contains(SITE)).isTrue();
  }

  @Test
  void slowPagesAreForgottenAfterAMinute() {
    slow(9);
    now += TimeUnit.SECONDS.toNanos(61);
    slow(9);
    assertThat(sites.contains(SITE)).isFalse();
  }

  @Test
  void aFullTableForgetsTheSiteWithoutASignForTheLongestTime() {
    sites.lost(SITE);
    sites.lost("http://b.example");
    sites.lost(SITE);
    for (int i = 0; i < 999; i++) {
      sites.slow("http://" + i + ".example");
    }
    assertThat(sites.contains(SITE)).isTrue();
    assertThat(sites.contains("http://b.example")).isFalse();
  }

  private void slow(int pages) {
    for (int i = 0; i < pages; i++) {
      sites.slow(SITE);
    }
  }
}
