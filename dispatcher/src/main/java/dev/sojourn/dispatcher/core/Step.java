package dev.sojourn.dispatcher.core;

import java.util.List;

/// The step that follows from an event.
///
/// @param state the state after it
/// @param commands what the shell is to do now, in no particular order
public record Step(SiteState state, List<Command> commands) {
  /// Copies the list.
  public Step {
    commands = List.copyOf(commands);
  }
}
