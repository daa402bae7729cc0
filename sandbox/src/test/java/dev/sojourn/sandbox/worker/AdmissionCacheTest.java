package dev.sojourn.sandbox.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sojourn.sandbox.AgentSource;
import dev.sojourn.sandbox.admission.RefusedException;
import org.junit.jupiter.api.Test;

class AdmissionCacheTest {
  private static final byte[] HONEST = AgentSource.visiting("visit.log(\"here\");");
  private static final byte[] HOSTILE = AgentSource.visiting("System.exit(0);");
  private static final byte[] NONE = {};

  private final AdmissionCache admissionCache = new AdmissionCache();

  @Test
  void looksAtCodeOnce() throws Exception {
    var admitted = admissionCache.admit("a", HONEST);
    assertThat(admissionCache.admit("a", NONE)).as("not looked at").isSameAs(admitted);
    assertThat(admissionCache.admit("b", HONEST)).isNotSameAs(admitted);
  }

  @Test
  void refusesAgainForTheSameReason() {
    assertRefused("a", HOSTILE);
    assertRefused("a", HONEST);
  }

  @Test
  void looksAgainAtCodeThatWasNotUsedForLong() throws Exception {
    var first = admissionCache.admit("first", HONEST);
    for (int i = 0; i < 8; i++) {
      assertThat(admissionCache.admit("first", NONE)).isSameAs(first);
      admissionCache.admit("other " + i, HONEST);
    }
    for (int i = 0; i < 8; i++) {
      admissionCache.admit("another " + i, HONEST);
    }
    assertThat(admissionCache.admit("first", HONEST)).isNotSameAs(first);
  }

  private void assertRefused(String digest, byte[] jar) {
    assertThatThrownBy(() -> admissionCache.admit(digest, jar))
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining("uses java.lang.System.exit");
  }
}
