package dev.sojourn.atp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;

/// The conformance suite: files of exchanges, each of a title and the lines that are played.
public final class Exchanges {
  private Exchanges() {}

  /// A test for each exchange of a file.
  ///
  /// @param owner beside whose class the file lies
  /// @param file its name
  /// @param least the least number of exchanges
  /// @param play plays the lines of one
  public static Stream<DynamicTest> of(
      Class<?> owner, String file, int least, Consumer<List<String>> play) throws IOException {
    var exchanges = new ArrayList<List<String>>();
    try (var in = owner.getResourceAsStream(file)) {
      for (var line : new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList()) {
        if (line.startsWith("== ")) {
          exchanges.add(new ArrayList<>());
        }
        if (!exchanges.isEmpty() && !line.isEmpty() && !line.startsWith("#")) {
          exchanges.getLast().add(line);
        }
      }
    }
    assertThat(exchanges).hasSizeGreaterThanOrEqualTo(least);
    return exchanges.stream()
        .map(
            e ->
                DynamicTest.dynamicTest(
                    e.getFirst().substring(3), () -> play.accept(e.subList(1, e.size()))));
  }

  /// What a line like `>* 64 a: b` stands for: a line as often as the number says. The line `>*| 64
  /// a` stands for a text without line ends, as often.
  ///
  /// @param line with one character for the direction before the asterisk
  public static String repeated(String line) {
    boolean isRaw = line.charAt(2) == '|';
    var words = line.split(" ", 3);
    return (isRaw ? words[2] : words[2] + "\r\n").repeat(Integer.parseInt(words[1]));
  }
}
