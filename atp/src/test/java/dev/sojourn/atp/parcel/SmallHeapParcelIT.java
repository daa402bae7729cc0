package dev.sojourn.atp.parcel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.base.Bytes;
import dev.sojourn.base.Digest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Parcels as large as they may be, read by a program whose heap is much smaller than they are.
final class SmallHeapParcelIT {

  private static final int MOST_LINES = ParcelLimits.DEFAULT.maxLines();
  private static final int MOST_BYTES = ParcelLimits.DEFAULT.maxRawBytes();

  private static final String EMPTY_LINE = "{\"log\":\"\"}\n";
  private static final String LONG_LINE = "{\"log\":\"" + "a".repeat((1 << 10) - 11) + "\"}\n";

  @TempDir private static Path folder = Path.of("");

  /// The output of the program for each parcel, in their order.
  private static List<String> said = List.of();

  @BeforeAll
  static void readAllWithASmallHeap() throws Exception {
    var empty = parcel(Bytes.utf8(EMPTY_LINE.repeat(MOST_LINES)));
    var large = parcel(Bytes.utf8(LONG_LINE.repeat(MOST_BYTES >> 10)));
    var many = parcel(Bytes.utf8(EMPTY_LINE.repeat(6_000_000)));
    said =
        readWithASmallHeap(
            empty.with(MOST_LINES),
            large.with(MOST_BYTES >> 10),
            many.with(6_000_000),
            many.with(MOST_LINES));
  }

  @Test
  void aParcelOfTwoMillionEmptyLinesDoesNotFillTheHeap() {
    assertThat(said.get(0)).isEqualTo("read 2000000 lines");
  }

  @Test
  void aParcelOfSixtyFourMebibytesDoesNotFillTheHeap() {
    assertThat(said.get(1)).isEqualTo("read 65536 lines");
  }

  @Test
  void sixMillionLinesInSixHundredKilobytesDoNotFillTheHeap() {
    assertThat(said.get(2)).isEqualTo("Parcel 1 of a1 says it has 6000000 lines (limit: 2000000).");
    assertThat(said.get(3))
        .isEqualTo("Parcel 1 of a1 has more than the 2,000,000 lines that it names.");
  }

  /// A parcel in a file, without the number of its lines.
  private record Packed(Path frame, int bytes, String digest) {
    List<String> with(int lines) {
      return List.of(frame.toString(), Integer.toString(lines), Integer.toString(bytes), digest);
    }
  }

  private static Packed parcel(Bytes lines) throws IOException {
    var frame = Files.createTempFile(folder, "frame", "");
    Files.write(frame, Parcel.compress(lines, Parcel.Effort.LOCAL).toArray());
    return new Packed(frame, lines.size(), Digest.of(lines).hex());
  }

  @SafeVarargs
  private static List<String> readWithASmallHeap(List<String>... parcels)
      throws IOException, InterruptedException {
    var output = folder.resolve("said");
    var command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx16m",
                "-XX:+UseSerialGC",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                Reader.class.getName()));
    for (var parcel : parcels) {
      command.addAll(parcel);
    }
    var reader =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    reader.waitFor();
    assertThat(Files.readAllLines(output)).hasSize(parcels.length);
    return Files.readAllLines(output);
  }

  /// The program that reads parcels, one after the other.
  static final class Reader {

    private Reader() {}

    public static void main(String[] args) throws IOException {
      for (int at = 0; at < args.length; at += 4) {
        System.out.println(read(List.of(args).subList(at, at + 4)));
      }
    }

    private static String read(List<String> args) throws IOException {
      var parcel =
          new Parcel(
              "a1",
              1,
              Integer.parseInt(args.get(1)),
              Long.parseLong(args.get(2)),
              new Digest(args.get(3)),
              Bytes.wrap(Files.readAllBytes(Path.of(args.get(0)))));
      return switch (parcel.unpack(ParcelLimits.DEFAULT)) {
        case ParcelReading.Damaged(var sentence) -> sentence;
        case ParcelReading.Lines lines -> {
          var counted = new int[1];
          lines.each(_ -> counted[0]++);
          yield "read " + counted[0] + " lines";
        }
      };
    }
  }
}
