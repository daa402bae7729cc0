package dev.sojourn.dispatcher.http;

import dev.sojourn.fetch.http2.AnswerHead;
import java.net.InetAddress;
import java.util.Optional;

/// One exchange, as its connection knows it. The connection is made on the thread of the exchange,
/// so this is bound to the thread; the client carries it as the tag of the request too.
final class SiteCall {
  /// The call of the exchange that runs on this thread.
  static final ScopedValue<SiteCall> CURRENT = ScopedValue.newInstance();

  private final WireAllowance allowance;
  private final Optional<InetAddress> address;
  private volatile Optional<CountingSocket> socket = Optional.empty();
  private volatile Optional<AnswerHead> head = Optional.empty();
  private volatile long begunNanos = System.nanoTime();

  /// @param allowance what it may receive
  /// @param address to which it goes, if one was given
  SiteCall(WireAllowance allowance, Optional<InetAddress> address) {
    this.allowance = allowance;
    this.address = address;
  }

  WireAllowance allowance() {
    return allowance;
  }

  Optional<InetAddress> address() {
    return address;
  }

  /// Takes a connection.
  void begin(CountingSocket taken) {
    begunNanos = System.nanoTime();
    socket = Optional.of(taken);
  }

  /// Takes the head of the answer.
  void answered(AnswerHead came) {
    head = Optional.of(came);
  }

  /// {@return the head of the answer, which has come}
  AnswerHead head() {
    return head.orElseThrow();
  }

  /// Ends the connection of an exchange that ran out of time, if it serves no other exchange.
  void expire() {
    socket.ifPresent(taken -> taken.giveUpIfSilentSince(begunNanos));
  }
}
