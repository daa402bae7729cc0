package dev.sojourn.atp.passport;

import dev.sojourn.identity.net.AtpAddress;
import java.util.List;

/// A host on the itinerary of an agent, as its owner signed it.
///
/// @param host the host of the stop
/// @param scope the part of the host's site that the agent may see
/// @param starts URLs to begin with
public record PassportStop(AtpAddress host, PassportScope scope, List<String> starts) {

  /// Copies the list and checks every URL.
  ///
  /// @throws IllegalArgumentException if a URL is too long, or there are too many
  public PassportStop {
    starts = List.copyOf(starts);
    PassportJson.checkStarts(starts);
  }
}
