package dev.sojourn.corpus;

import java.io.ByteArrayOutputStream;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// States as bytes, all for the code of one agent.
final class StateAttacks {
  static final String AGENT = "guest.state.Carrier";

  /// The source of the agent; its classes have the numbers 1000 and 1002 in a state.
  static final Map<String, String> SOURCES =
      Map.of(
          AGENT,
          """
          package guest.state;
          import dev.sojourn.agent.*;
          import java.util.*;
          public class Carrier implements Agent {
            public record Point(int x, int y) {}
            Object anything; String text; int[] numbers; List<Object> list;
            public Next visit(Visit visit) { return Next.done(); }
          }
          """);

  private StateAttacks() {}

  static CorpusAttack of(AttackTable.Row row, Map<String, byte[]> carrier) {
    return CorpusAttack.of(row, AGENT, Jars.of(carrier), Optional.of(bytes(row.body())));
  }

  static List<String> words(String text) {
    return text.isBlank() ? List.of() : List.of(text.strip().split(" +"));
  }

  /// Bytes in hexadecimal; `repeat N BYTES` repeats them.
  private static byte[] bytes(String text) {
    var out = new ByteArrayOutputStream();
    var words = words(text);
    for (int i = 0; i < words.size(); i++) {
      int times = 1;
      if (words.get(i).equals("repeat")) {
        times = Integer.parseInt(words.get(i + 1));
        i += 2;
      }
      var part = HexFormat.of().parseHex(words.get(i));
      for (int j = 0; j < times; j++) {
        out.writeBytes(part);
      }
    }
    return out.toByteArray();
  }
}
