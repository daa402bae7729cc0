package dev.sojourn.lab.wire;

import dev.sojourn.atp.client.AtpClient;
import dev.sojourn.atp.client.ClientSettings;
import java.util.Locale;

/// Measures each reader of the wire with its worst text of 1, 2, 4, … 64 KiB and prints one table,
/// for docs/performance.md. The last column is the time at 64 KiB over that at 8 KiB. It is 8 if
/// time grows as the text does, 64 if it grows with its square.
final class FieldFigures {

  private static final int WARM_ROUNDS = 30;
  private static final int ROUNDS = 15;
  private static final int MOST_KIBIBYTES = 64;
  private static final double MOST = 16;

  private FieldFigures() {}

  /// Runs; ends with 1 if the time of a reader grows faster than its text.
  public static void main(String[] args) {
    boolean isMet = true;
    System.out.println("| reader, worst text | 1 KiB | 2 | 4 | 8 | 16 | 32 | 64 KiB | 64 for 8 |");
    System.out.println("| --- | --- | --- | --- | --- | --- | --- | --- | --- |");
    try (var client = AtpClient.open(ClientSettings.DEFAULT)) {
      for (var field : WorstField.all(client)) {
        FieldCost.nanos(field, MOST_KIBIBYTES << 10, WARM_ROUNDS);
        var row = new StringBuilder("| ").append(field.name()).append(" |");
        double eighth = 0;
        double last = 0;
        for (int kibibytes = 1; kibibytes <= MOST_KIBIBYTES; kibibytes *= 2) {
          last = FieldCost.nanos(field, kibibytes << 10, ROUNDS);
          eighth = kibibytes == MOST_KIBIBYTES / 8 ? last : eighth;
          row.append(String.format(Locale.ROOT, " %.1f |", last / 1_000));
        }
        isMet &= last <= MOST * eighth;
        System.out.println(row.append(String.format(Locale.ROOT, " %.1f |", last / eighth)));
      }
    }
    System.exit(isMet ? 0 : 1);
  }
}
