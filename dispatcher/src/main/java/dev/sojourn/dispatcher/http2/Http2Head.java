package dev.sojourn.dispatcher.http2;

import java.util.List;
import java.util.Map;

/// The head of an answer.
///
/// @param status 200 to 599
/// @param fields lower-case name to its values in order
public record Http2Head(int status, Map<String, List<String>> fields) {
  /// Copies the map; the lists in it are taken as they are.
  public Http2Head {
    fields = Map.copyOf(fields);
  }
}
