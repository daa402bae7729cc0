package dev.sojourn.fetch.client;

import dev.sojourn.fetch.answer.AnswerAllowance;
import java.io.IOException;

/// The limit of bytes that one exchange may receive, and the tally of its bytes.
///
/// The limit on a body does not cover interim answers (status 1xx), header fields, chunk extensions
/// and trailers. All of them pass the socket, so this limit of the socket covers them.
///
/// Over HTTP/1.1 all input and output of an exchange is on its own thread. Over HTTP/2 the guard of
/// the connection limits each answer, and this class only counts.
public final class WireAllowance implements AnswerAllowance {
  /// Honest servers send one or two (103 Early Hints).
  public static final int MAX_INTERIM = 20;

  /// The bytes allowed for heads, and for records and certificates of TLS.
  public static final long HEAD_BYTES = 1L << 20;

  private final WireTally tally;
  private final long maxBytes;
  private final int maxInterim;
  private long received;
  private int interim;

  /// Creates the usual allowance for an answer.
  ///
  /// @param tally the tally that the bytes are added to
  /// @param maxBodyBytes the limit of the body; its framing may take the same again
  public WireAllowance(WireTally tally, int maxBodyBytes) {
    this(tally, maxBytes(maxBodyBytes), MAX_INTERIM);
  }

  /// Creates an allowance for an answer.
  ///
  /// @param tally the tally that the bytes are added to
  /// @param maxBytes the bytes that may arrive
  /// @param maxInterim the interim answers that may arrive
  public WireAllowance(WireTally tally, long maxBytes, int maxInterim) {
    this.tally = tally;
    this.maxBytes = maxBytes;
    this.maxInterim = maxInterim;
  }

  /// {@return the bytes that may arrive for an answer}
  ///
  /// @param maxBodyBytes the limit of the body; its framing may take the same again
  public static long maxBytes(int maxBodyBytes) {
    return HEAD_BYTES + 2L * maxBodyBytes;
  }

  /// Checks the limits before a read.
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

  /// Counts an interim answer (RFC 9110, 15.2).
  @Override
  public void addInterim() {
    interim++;
  }

  /// {@return whether too many interim answers came}
  public boolean hasTooManyInterim() {
    return interim > maxInterim;
  }

  /// {@return why nothing more may be read, as a clause; empty if more may be read}
  public String objection() {
    if (hasTooManyInterim()) {
      return "it sent more than " + maxInterim + " interim answers (status 1xx)";
    }
    return received > maxBytes
        ? "it sent more than " + maxBytes + " bytes for one answer, most of them not of its body"
        : "";
  }
}
