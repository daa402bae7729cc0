package dev.sojourn.control;

import dev.sojourn.base.json.JsonWriter;
import java.io.IOException;
import java.util.function.Consumer;

/// The answer to a request on the control socket: items as they come, and one end.
public interface ControlAnswer {

  /// Sends one item.
  ///
  /// @param members of its JSON object
  /// @throws IOException if nobody reads it
  void item(Consumer<JsonWriter> members) throws IOException;

  /// Sends a line without meaning, so that a reader who is gone is noticed.
  ///
  /// @throws IOException if nobody reads it
  void pulse() throws IOException;

  /// The end of an answer.
  sealed interface End {}

  /// It was done.
  ///
  /// @param members of its JSON object
  record Done(Consumer<JsonWriter> members) implements End {}

  /// It was not done.
  ///
  /// @param why its word, for programs
  /// @param sentence for people; may have several lines
  record Refused(Why why, String sentence) implements End {}

  /// The reasons why a request is not carried out.
  enum Why {
    /// It is no request, or names something that cannot exist.
    USAGE,
    /// There is no such visit or signer here.
    NONE,
    /// The configuration is wrong.
    CONFIG,
    /// The user of the client may not control this daemon.
    DENIED,
    /// Too many clients are connected.
    BUSY,
    /// The disk, or a fault of the daemon.
    FAILED
  }
}
