package dev.sojourn.app.whole;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;

/// The command that makes the figures of the wire, on a hundredth of its load. It runs to its end,
/// every answer is good, and a dispatch costs the expected bytes.
class WireLoadIT {
  @Test
  void aRepeatedDispatchCostsAtMostOneKibibyteAndAnAgentIsRelayedBetweenTwoHosts()
      throws Exception {
    ProgramStartCache.make();
    var run =
        Program.here("wire-load", "--short", "--json", "--only", "^(known atp|relay)$").succeeded();

    var rows = new ObjectMapper().readTree(run.out()).valueStream().toList();
    assertThat(rows).extracting(row -> row.get("errors").asInt()).containsOnly(0);
    var dispatches = rows.stream().filter(row -> load(row).startsWith("atp, known")).toList();
    assertThat(dispatches).hasSize(6);
    assertThat(dispatches).allSatisfy(row -> assertThat(row.get("okay").asInt()).isPositive());
    assertThat(dispatches)
        .extracting(row -> row.get("bytesEach").asInt())
        .allSatisfy(bytes -> assertThat(bytes).isBetween(1, 1_024));
    var relays = rows.stream().filter(row -> load(row).startsWith("10 hops")).toList();
    assertThat(relays).extracting(row -> row.get("okay").asInt()).containsExactly(10, 10, 10);
  }

  private static String load(JsonNode row) {
    return row.get("load").asText();
  }
}
