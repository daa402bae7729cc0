package dev.sojourn.dispatcher.cli.option;

import dev.sojourn.atp.journey.PassedStop;
import dev.sojourn.base.text.ForeignText;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The stops of an itinerary that did not take an agent, in words and as JSON.
public final class PassedText {
  private static final int MAX_CHARS = 1_000;

  private PassedText() {}

  /// {@return a stop in words, such as `https://b.example at atps://b.example:10435: unreachable`}
  ///
  /// @param stop the stop that was passed over
  public static String words(PassedStop stop) {
    return ForeignText.of(
            "%s at %s: %s%s"
                .formatted(
                    stop.origin(),
                    stop.host(),
                    stop.why(),
                    stop.isReplaced() ? "; another host took it in its place" : ""))
        .line(MAX_CHARS);
  }

  /// {@return stops as objects for JSON}
  ///
  /// @param stops the stops that were passed over
  public static List<Map<String, Object>> json(List<PassedStop> stops) {
    return stops.stream().map(PassedText::json).toList();
  }

  private static Map<String, Object> json(PassedStop stop) {
    var object = new LinkedHashMap<String, Object>();
    object.put("host", stop.host().toString());
    object.put("origin", stop.origin());
    object.put("why", stop.why());
    object.put("replaced", stop.isReplaced());
    return object;
  }
}
