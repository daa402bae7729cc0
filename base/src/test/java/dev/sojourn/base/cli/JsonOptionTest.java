package dev.sojourn.base.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JsonOptionTest {

  @Test
  void cannotMoveATerminalByWhatAnAgentFound() {
    var out = new StringWriter();
    JsonOption.print(new PrintWriter(out), Map.of("found", "\u009b2J \u202e \u00e4"));
    assertThat(out)
        .hasToString("{\"found\":\"\\u009b2J \\u202e \u00e4\"}" + System.lineSeparator());
  }
}
