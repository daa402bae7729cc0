package dev.sojourn.dispatcher.http;

import dev.sojourn.fetch.http1.AnswerAllowance;
import java.io.IOException;

/// The bytes that one exchange may receive, and the tally that its bytes are added to.
///
/// The limit on a body does not bound interim answers (status 1xx), header fields, chunk extensions
/// and trailers. All of them pass the socket, so the socket bounds them.
///
/// Over HTTP/1.1 all input and output of an exchange is on its own thread. Over HTTP/2 the guard of
/// the connection bounds each answer, and this counts only.
final class WireAllowance implements AnswerAllowance {
  /// Honest servers send one or two (103 Early Hints).
  static final int MAX_INTERIM = 20;

  /// For heads, and for the records and certificates of TLS.
  static final long HEAD_BYTES = 1L << 20;

  private final WireTally tally;
  private final long maxBytes;
  private long received;
  private int interim;

  /// @param tally the tally that the bytes are added to
  /// @param maxBodyBytes how much of the body is read; as much again may frame it
  WireAllowance(WireTally tally, int maxBodyBytes) {
    this.tally = tally;
    this.maxBytes = maxBytes(maxBodyBytes);
  }

  /// {@return how much may arrive for an answer}
  ///
  /// @param maxBodyBytes how much of the body is read; as much again may frame it
  static long maxBytes(int maxBodyBytes) {
    return HEAD_BYTES + 2L * maxBodyBytes;
  }

  /// Asked before each read.
  ///
  /// @throws IOException if nothing more may be read
  @Override
  public void check() throws IOException {
    var objection = objection();
    if (!objection.isEmpty()) {
      throw new IOException(objection);
    }
  }

  void received(long bytes) {
    received += bytes;
    tally.addReceived(bytes);
  }

  void sent(long bytes) {
    tally.addSent(bytes);
  }

  /// Counts an answer that is not the last one (RFC 9110, 15.2).
  @Override
  public void addInterim() {
    interim++;
  }

  /// {@return why nothing more may be read, a clause; empty if it may}
  String objection() {
    if (interim > MAX_INTERIM) {
      return "it sent more than " + MAX_INTERIM + " interim answers (status 1xx)";
    }
    return received > maxBytes
        ? "it sent more than " + maxBytes + " bytes for one answer, most of them not of its body"
        : "";
  }
}
