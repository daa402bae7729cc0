package dev.sojourn.fetch.client;

import dev.sojourn.fetch.answer.AnswerAllowance;
import java.io.IOException;

/// The bytes that one exchange may receive, and the tally that its bytes are added to.
///
/// The limit on a body does not bound interim answers (status 1xx), header fields, chunk extensions
/// and trailers. All of them pass the socket, so the socket bounds them.
///
/// Over HTTP/1.1 all input and output of an exchange is on its own thread. Over HTTP/2 the guard of
/// the connection bounds each answer, and this counts only.
public final class WireAllowance implements AnswerAllowance {
  /// Honest servers send one or two (103 Early Hints).
  public static final int MAX_INTERIM = 20;

  /// For heads, and for the records and certificates of TLS.
  public static final long HEAD_BYTES = 1L << 20;

  private final WireTally tally;
  private final long maxBytes;
  private final int maxInterim;
  private long received;
  private int interim;

  /// The allowance for an answer that is read as others are.
  ///
  /// @param tally the tally that the bytes are added to
  /// @param maxBodyBytes how much of the body is read; as much again may frame it
  public WireAllowance(WireTally tally, int maxBodyBytes) {
    this(tally, maxBytes(maxBodyBytes), MAX_INTERIM);
  }

  /// The allowance for an answer.
  ///
  /// @param tally the tally that the bytes are added to
  /// @param maxBytes that arrive
  /// @param maxInterim answers before the last one
  public WireAllowance(WireTally tally, long maxBytes, int maxInterim) {
    this.tally = tally;
    this.maxBytes = maxBytes;
    this.maxInterim = maxInterim;
  }

  /// {@return how much may arrive for an answer}
  ///
  /// @param maxBodyBytes how much of the body is read; as much again may frame it
  public static long maxBytes(int maxBodyBytes) {
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

  /// {@return whether too many answers came before the last one}
  public boolean hasTooManyInterim() {
    return interim > maxInterim;
  }

  /// {@return why nothing more may be read, a clause; empty if it may}
  public String objection() {
    if (hasTooManyInterim()) {
      return "it sent more than " + maxInterim + " interim answers (status 1xx)";
    }
    return received > maxBytes
        ? "it sent more than " + maxBytes + " bytes for one answer, most of them not of its body"
        : "";
  }
}
