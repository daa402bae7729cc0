package dev.sojourn.sandbox.pipe;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.nio.channels.Channels;
import java.util.HexFormat;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.MethodSource;

/// Any octets as the output of a worker: a message or a refusal, and no more memory than the octets
/// could fill.
class PipeFuzzTest {

  static Stream<byte[]> seeds() {
    return Stream.of(
            "000000054200000001",
            "0000000b4400000001000000027b7d",
            "0000000d43000000010000000461616161",
            "0000001c4a00000001000000064c4f414445520000000172000000000000000000000000",
            "000000154d0000000100000000000000010000000000000002",
            "7fffffff4400000001",
            "ffffffff4400000001")
        .map(HexFormat.of()::parseHex);
  }

  @MethodSource("seeds")
  @FuzzTest(maxDuration = "10s")
  void anyOctetsAreMessagesOrRefused(byte[] input) throws IOException {
    try (var pipe = new Pipe(channel(input))) {
      while (true) {
        var message = pipe.readFromWorker();
        var frame = FromWorkerCodec.encode(message);
        var octets = new byte[frame.remaining()];
        frame.get(octets);
        try (var again = new Pipe(channel(octets))) {
          assertThat(again.readFromWorker()).hasSameClassAs(message);
        }
      }
    } catch (PipeException e) {
      assertThat(e).hasMessageMatching("(?s).+");
    } catch (EOFException e) {
      assertThat(e).hasMessageStartingWith("closed");
    }
  }

  private static ByteChannel channel(byte[] input) {
    var in = Channels.newChannel(new ByteArrayInputStream(input));
    return new ByteChannel() {
      @Override
      public int read(ByteBuffer buffer) throws IOException {
        return in.read(buffer);
      }

      @Override
      public int write(ByteBuffer buffer) {
        throw new UnsupportedOperationException();
      }

      @Override
      public boolean isOpen() {
        return in.isOpen();
      }

      @Override
      public void close() throws IOException {
        in.close();
      }
    };
  }
}
