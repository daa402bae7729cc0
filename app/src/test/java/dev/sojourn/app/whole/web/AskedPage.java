package dev.sojourn.app.whole.web;

import java.time.Duration;
import java.util.Map;

/// A request as a raw server heard it.
///
/// @param target as the peer wrote it
/// @param fields by their names in small letters; the last, if several have one name
/// @param at how long after the start of its server it came
/// @param turn how often the target was asked for up to now, this time included
public record AskedPage(String target, Map<String, String> fields, Duration at, int turn) {

  /// {@return the target without its query}
  String path() {
    int query = target.indexOf('?');
    return query < 0 ? target : target.substring(0, query);
  }
}
