package dev.sojourn.host.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.atp.server.ServerCapacity;
import org.junit.jupiter.api.Test;

class DescriptorLimitTest {
  @Test
  void aProcessThatMayOpenManyFilesServesAsManyConnectionsAsItMay() {
    assertThat(DescriptorLimit.bound(ServerCapacity.DEFAULT, 4_096, 100))
        .isEqualTo(ServerCapacity.DEFAULT);
  }

  @Test
  void connectionsLeaveFilesForAllElse() {
    var bound = DescriptorLimit.bound(ServerCapacity.DEFAULT, 1_024, 100);
    assertThat(bound.maxConnections()).isEqualTo(1_024 - 100 - 128 - 256);
    assertThat(bound.maxConnectionsPerNetwork()).isEqualTo(512);
    assertThat(bound.maxConnectionsPerAddress()).isEqualTo(128);
    assertThat(DescriptorLimit.bound(ServerCapacity.DEFAULT, 256, 100).maxConnections())
        .isEqualTo(8);
  }
}
