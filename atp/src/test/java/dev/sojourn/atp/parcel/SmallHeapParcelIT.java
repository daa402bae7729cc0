package dev.sojourn.atp.parcel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.base.Bytes;
import dev.sojourn.base.Digest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Parcels as large as they may be, read by a program whose heap is much smaller than they are.
final class SmallHeapParcelIT {

  private static final int MOST_LINES = ParcelLimits.DEFAULT.maxLines();
  private static final int MOST_BYTES = ParcelLimits.DEFAULT.maxRawBytes();

  @TempDir private Path folder = Path.of("");

  @Test
  void aParcelOfTwoMillionEmptyLinesDoesNotFillTheHeap() throws Exception {
    var lines = Bytes.utf8("{\"log\":\"\"}\n".repeat(MOST_LINES));

    assertThat(readWithASmallHeap(lines, MOST_LINES)).isEqualTo("read 2000000 lines\n");
  }

  @Test
  void aParcelOfSixtyFourMebibytesDoesNotFillTheHeap() throws Exception {
    var line = "{\"log\":\"" + "a".repeat((1 << 10) - 11) + "\"}\n";

    assertThat(readWithASmallHeap(Bytes.utf8(line.repeat(MOST_BYTES >> 10)), MOST_BYTES >> 10))
        .isEqualTo("read 65536 lines\n");
  }

  @Test
  void sixMillionLinesInSixHundredKilobytesDoNotFillTheHeap() throws Exception {
    int count = 6_000_000;
    var lines = Bytes.utf8("{\"log\":\"\"}\n".repeat(count));

    assertThat(readWithASmallHeap(lines, count))
        .isEqualTo("Parcel 1 of a1 says it has 6000000 lines (limit: 2000000).\n");
    assertThat(readWithASmallHeap(lines, MOST_LINES))
        .isEqualTo("Parcel 1 of a1 has more than the 2,000,000 lines that it names.\n");
  }

  private String readWithASmallHeap(Bytes lines, int count)
      throws IOException, InterruptedException {
    var frame = folder.resolve("frame");
    var said = folder.resolve("said");
    Files.write(frame, Parcel.compress(lines).toArray());
    var reader =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-Xmx16m",
                    "-XX:+UseSerialGC",
                    "--enable-native-access=ALL-UNNAMED",
                    "-cp",
                    System.getProperty("java.class.path"),
                    Reader.class.getName(),
                    frame.toString(),
                    Integer.toString(count),
                    Integer.toString(lines.size()),
                    Digest.of(lines).hex()))
            .redirectErrorStream(true)
            .redirectOutput(said.toFile())
            .start();
    reader.waitFor();
    return Files.readString(said);
  }

  /// The program that reads a parcel.
  static final class Reader {

    private Reader() {}

    public static void main(String[] args) throws IOException {
      var parcel =
          new Parcel(
              "a1",
              1,
              Integer.parseInt(args[1]),
              Long.parseLong(args[2]),
              new Digest(args[3]),
              Bytes.wrap(Files.readAllBytes(Path.of(args[0]))));
      System.out.println(
          switch (parcel.unpack(ParcelLimits.DEFAULT)) {
            case ParcelReading.Damaged(var sentence) -> sentence;
            case ParcelReading.Lines lines -> {
              var counted = new int[1];
              lines.each(_ -> counted[0]++);
              yield "read " + counted[0] + " lines";
            }
          });
    }
  }
}
