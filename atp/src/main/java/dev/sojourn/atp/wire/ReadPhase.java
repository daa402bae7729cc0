package dev.sojourn.atp.wire;

/// The position of a connection in its stream of messages. The decoders announce each change as a
/// user event of the pipeline.
public enum ReadPhase {
  /// Between two messages.
  BETWEEN,
  /// The first byte of a head has arrived, but not the last.
  HEAD,
  /// The head is complete, but the body is not.
  BODY
}
