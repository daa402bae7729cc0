package dev.sojourn.kit;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;

/// Reads members of findings.
final class ReportedValues {
  private static final ObjectMapper JSON = new ObjectMapper();

  private ReportedValues() {}

  /// {@return one member of each finding that has it, as text}
  ///
  /// @param member its name, or a JSON pointer
  static List<String> of(List<String> findings, String member) {
    var pointer = member.startsWith("/") ? member : "/" + member;
    return findings.stream()
        .map(ReportedValues::tree)
        .map(finding -> finding.at(pointer))
        .filter(value -> !value.isMissingNode())
        .map(value -> value.isValueNode() ? value.asText() : value.toString())
        .toList();
  }

  /// Cannot fail, since findings were already checked to be JSON.
  private static JsonNode tree(String json) {
    try {
      return JSON.readTree(json);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }
}
