package dev.sojourn.atp.tls;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class CertificateDatesTest {
  private static final Instant FROM = Instant.parse("2026-01-01T00:00:00Z");

  @Test
  void nothingIsSaidOfACertificateThatIsGoodForLong() {
    assertThat(lasting(90).concern(FROM)).isEmpty();
    assertThat(lasting(90).concern(after(76))).isEmpty();
  }

  @Test
  void aCertificateOfManyDaysIsNamedFourteenDaysBeforeItsEnd() {
    assertThat(lasting(90).concern(after(76).plusSeconds(1)).orElseThrow())
        .contains("host.pem", "expires at 2026-04-01T00:00:00Z, in 13 days", "renewed");
  }

  @Test
  void aCertificateOfAFewDaysIsNamedInItsLastThird() {
    assertThat(lasting(6).concern(after(4))).isEmpty();
    assertThat(lasting(6).concern(after(4).plusSeconds(1)).orElseThrow()).contains("in 47 h");
  }

  @Test
  void aCertificateThatExpiredOrIsNotGoodYetIsNamed() {
    assertThat(lasting(90).concern(after(91)).orElseThrow())
        .contains("expired at 2026-04-01T00:00:00Z");
    assertThat(lasting(90).concern(FROM.minusSeconds(1)).orElseThrow())
        .contains("good from 2026-01-01T00:00:00Z only", "clock");
  }

  @Test
  void aCertificateIsGoodFromItsFirstToItsLastMoment() {
    assertThat(lasting(90).isGood(FROM)).isTrue();
    assertThat(lasting(90).isGood(after(90))).isTrue();
    assertThat(lasting(90).isGood(FROM.minusSeconds(1))).isFalse();
    assertThat(lasting(90).isGood(after(90).plusSeconds(1))).isFalse();
  }

  private static CertificateDates lasting(int days) {
    return new CertificateDates(Path.of("host.pem"), FROM, FROM.plus(Duration.ofDays(days)));
  }

  private static Instant after(int days) {
    return FROM.plus(Duration.ofDays(days));
  }
}
