package dev.sojourn.control;

import dev.sojourn.base.json.JsonWriter;
import java.io.IOException;
import java.util.function.Consumer;

/// The answer to a request on the control socket: any number of items and one end.
public interface ControlAnswer {

  /// Sends one item.
  ///
  /// @param members of its JSON object
  /// @throws IOException if the reader is gone
  void item(Consumer<JsonWriter> members) throws IOException;

  /// Sends an empty line, which detects that the reader is gone.
  ///
  /// @throws IOException if the reader is gone
  void pulse() throws IOException;

  /// The end of an answer.
  sealed interface End {}

  /// The request was carried out.
  ///
  /// @param members of its JSON object
  record Done(Consumer<JsonWriter> members) implements End {}

  /// The request was not carried out.
  ///
  /// @param why the reason, for programs
  /// @param sentence the reason for people; may have several lines
  record Refused(Why why, String sentence) implements End {}

  /// The reasons why a request is not carried out.
  enum Why {
    /// It is not a valid request, or names something that cannot exist.
    USAGE,
    /// This host has no such visit or signer.
    NONE,
    /// The configuration is wrong.
    CONFIG,
    /// The user of the client may not control this daemon.
    DENIED,
    /// Too many clients are connected.
    BUSY,
    /// The disk failed, or the daemon has a fault.
    FAILED
  }
}
