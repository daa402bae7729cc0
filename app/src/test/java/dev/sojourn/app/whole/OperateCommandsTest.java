package dev.sojourn.app.whole;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.sojourn.app.Main;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// The listings of `docs/operate.md`, each as its program reads it. `OperatePathIT` runs them.
class OperateCommandsTest {
  static final Path OPERATE = Path.of("../docs/operate.md");

  private static final Set<String> KINDS = Set.of("sh", "toml", "ini", "nginx", "caddy", "text");

  @Test
  void everyListingSaysWhatItIs() throws IOException {
    assertThat(DocumentCommands.of(OPERATE).blocks())
        .hasSizeGreaterThan(20)
        .allSatisfy(block -> assertThat(block.kind()).as(block.text()).isIn(KINDS));
  }

  @Test
  void everyCommandOfThisProgramIsOneThatItKnows() throws IOException {
    int known = 0;
    for (var command : DocumentCommands.of(OPERATE).commands()) {
      var words = words(command);
      if (!words.isEmpty()) {
        assertThatCode(() -> Main.line().parseArgs(words.toArray(String[]::new)))
            .as(command)
            .doesNotThrowAnyException();
        known++;
      }
    }
    assertThat(known).isGreaterThan(25);
  }

  /// The words behind the name of the program; none if it is another one.
  private static List<String> words(String command) {
    var words =
        Arrays.stream(command.replaceFirst("^runuser -u sojourn -- ", "").split(" +"))
            .map(word -> word.replace("\"", ""))
            .toList();
    return switch (words.getFirst()) {
      case "sojourn" -> words.subList(1, words.size());
      case "sojourn-host" -> {
        var all = new ArrayList<>(words);
        all.set(0, "host");
        yield all;
      }
      default -> List.of();
    };
  }
}
