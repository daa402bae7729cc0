package dev.sojourn.atp.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.sojourn.atp.AtpResponse;
import dev.sojourn.atp.agent.PackageLimits;
import dev.sojourn.atp.agent.PackageReader;
import dev.sojourn.atp.agent.PackageReading;
import dev.sojourn.base.Bytes;
import dev.sojourn.base.Digest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.zip.CRC32;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// The defects of older agent servers, tried on this one. Three more are tried elsewhere. A whole
/// daemon is tried with lost answers and paths of files in FETCH (`WireIT` of host-daemon). Agents
/// with arrays in their fields are in `HonestVisitIT` of sandbox.
final class OldDefectsTest {

  private final List<String> handled = new ArrayList<>();
  private final PipelineHarness server =
      PipelineHarness.open(
          (request, _) -> {
            handled.add(request.target().path());
            return AtpResponse.okay();
          });

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  void aPathOfFetchThatLeadsOutOfItsDirectoryReachesNoHandler() {
    server.send("FETCH /../../../../etc/passwd ATP/0.1\r\n\r\n");

    assertThat(server.received()).startsWith("ATP/0.1 300 BAD REQUEST\r\n");
    assertThat(handled).isEmpty();
  }

  @Test
  void stateOfASerializedObjectIsCarriedAndNeverDecoded() throws IOException {
    var octets = new ByteArrayOutputStream();
    try (var out = new ObjectOutputStream(octets)) {
      out.writeObject(new Tripwire());
    }
    var state = octets.toByteArray();
    var envelope = HexFormat.of().parseHex("0174" + "00000002" + "7b7d" + "01016b" + "00020908");
    var bytes = new ByteArrayOutputStream();
    bytes.writeBytes(HexFormat.of().parseHex("534a504b" + "01" + "0002"));
    bytes.writeBytes(new byte[] {1, 0, 0, 0, (byte) envelope.length});
    bytes.writeBytes(envelope);
    bytes.writeBytes(new byte[] {3, 0, 0, 0, (byte) state.length});
    bytes.writeBytes(state);

    var reading = new PackageReader(PackageLimits.DEFAULT).read(Bytes.wrap(bytes.toByteArray()));

    assertThat(reading).isInstanceOf(PackageReading.Read.class);
    var agent = ((PackageReading.Read) reading).agentPackage();
    assertThat(agent.state()).contains(Bytes.wrap(state));
    assertThat(Tripwire.isSprung).isFalse();
  }

  /// Reports if its bytes are made an object.
  private static final class Tripwire implements Serializable {
    private static final long serialVersionUID = 1L;
    private static boolean isSprung;

    private void readObject(ObjectInputStream in) {
      isSprung = true;
    }
  }

  @Test
  void aSizeOnTheWireTakesNoMemory() {
    var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    var reader = new PackageReader(PackageLimits.DEFAULT);
    var huge = Bytes.wrap(HexFormat.of().parseHex("534a504b" + "01" + "0001" + "01" + "7fffffff"));
    assertThat(reader.read(huge)).isInstanceOf(PackageReading.Garbled.class);

    long before = threads.getCurrentThreadAllocatedBytes();
    assertThat(reader.read(huge)).isInstanceOf(PackageReading.Garbled.class);
    server.send("DISPATCH / ATP/0.1\r\nContent-Length: 16777216\r\n\r\n");
    assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(4 << 20);
    assertThat(server.reservedBytes()).isZero();
  }

  @Test
  void codeWithTheSameThirtyTwoBitDigestIsOtherCode() {
    var one = "plumless".getBytes(StandardCharsets.US_ASCII);
    var other = "buckeroo".getBytes(StandardCharsets.US_ASCII);
    assertThat(crc32(one)).isEqualTo(crc32(other));

    assertThat(Digest.of(one)).isNotEqualTo(Digest.of(other));
    assertThat(Digest.of(one).toArray()).hasSize(32);
  }

  @Test
  void anUnknownMethodIsAnswered() {
    server.send("SUMMON / ATP/0.1\r\n\r\n");

    assertThat(server.received()).startsWith("ATP/0.1 401 NOT IMPLEMENTED\r\n");
  }

  @Test
  void anUnknownVersionIsAnswered() {
    server.send("DISPATCH / ATP/9.9\r\n\r\n");

    assertThat(server.received()).startsWith("ATP/0.1 400 INTERNAL RECIPIENT ERROR\r\n");
  }

  @Test
  void aPeerThatFallsSilentDoesNotHoldAConnectionForEver() {
    server.send("DISPATCH / ATP/0.1\r\n").pass(Duration.ofSeconds(11));

    assertThat(server.received()).contains("head-timeout");
    assertThat(server.isOpen()).isFalse();
  }

  @Test
  void aHeaderWithoutAColonDoesNotCrashTheParser() {
    server.send("DISPATCH / ATP/0.1\r\nContent-Length\r\n\r\n");

    assertThat(server.received()).contains("header-without-colon");
  }

  private static long crc32(byte[] octets) {
    var crc = new CRC32();
    crc.update(octets);
    return crc.getValue();
  }
}
