package dev.sojourn.dispatcher.cli.display;

import dev.sojourn.base.text.Messages;
import dev.sojourn.crawl.local.report.FollowEvent;
import dev.sojourn.crawl.local.report.FollowEvent.Kind;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/// The text for a crawl that follows its sites: its events and their totals. Used under the lock of
/// its owner.
final class FollowText {
  private final Set<String> staying = new HashSet<>();
  private long changed;
  private long gone;
  private long wireBytes;
  private Optional<Instant> lastChange = Optional.empty();
  private boolean isBegun;

  FollowText() {}

  /// {@return an event in one line}
  static String line(FollowEvent event) {
    var place = event.site() + event.path();
    return switch (event.event()) {
      case STAYING -> place + "  the agent stays at " + event.where() + " and waits for changes";
      case CHANGED ->
          "%s  %s changed, %d gone  %s"
              .formatted(
                  place,
                  Messages.count(event.changed(), "page"),
                  event.gone(),
                  SummaryText.bytes(event.wireBytes()));
      case SILENT -> place + "  " + event.reason();
      case STAY_OVER ->
          "%s  the agent stays at %s no more: %s The next round begins it anew."
              .formatted(place, event.where(), event.reason());
      case ROUND -> "A round begins: known pages are visited again.";
      case ROUND_OVER -> "All pages were visited. " + event.reason();
    };
  }

  /// {@return whether a terminal shows the event as a permanent line}
  static boolean isNews(FollowEvent event) {
    return event.event() != Kind.CHANGED && event.event() != Kind.STAYING;
  }

  void followed(FollowEvent event, Instant now) {
    isBegun = true;
    var place = event.site() + event.path();
    switch (event.event()) {
      case STAYING -> staying.add(place);
      case CHANGED -> {
        changed += event.changed();
        gone += event.gone();
        wireBytes += event.wireBytes();
        lastChange = Optional.of(now);
      }
      case STAY_OVER -> staying.remove(place);
      case ROUND -> staying.clear();
      case SILENT, ROUND_OVER -> {}
    }
  }

  /// {@return the totals in one line; empty before the first event}
  Optional<String> totals(Instant now) {
    if (!isBegun) {
      return Optional.empty();
    }
    var last =
        lastChange
            .map(at -> "last change %d s ago".formatted(Duration.between(at, now).toSeconds()))
            .orElse("no change yet");
    return Optional.of(
        "following: %s, %s, %s changed, %d gone, %s"
            .formatted(
                staying.size() == 1 ? "1 agent stays" : staying.size() + " agents stay",
                last,
                Messages.count(changed, "page"),
                gone,
                SummaryText.bytes(wireBytes)));
  }
}
