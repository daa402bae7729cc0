package dev.sojourn.fetch.client;

import dev.sojourn.fetch.answer.AnswerHead;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Optional;
import okhttp3.Call;
import okhttp3.Request;
import okhttp3.Response;

/// One exchange, as its connection knows it. The connection is made on the thread of the exchange,
/// so this is bound to the thread; the client carries it as the tag of the request too.
public final class SiteCall {
  /// The call of the exchange that runs on this thread.
  static final ScopedValue<SiteCall> CURRENT = ScopedValue.newInstance();

  private final SiteClient client;
  private final WireAllowance allowance;
  private final Optional<InetSocketAddress> address;
  private final Call call;
  private volatile Optional<CountingSocket> socket = Optional.empty();
  private volatile Optional<AnswerHead> head = Optional.empty();
  private volatile long begunNanos = System.nanoTime();

  /// @param request without a tag
  /// @param allowance what it may receive
  /// @param address to which it goes, if one was given
  SiteCall(
      SiteClient client,
      Request request,
      WireAllowance allowance,
      Optional<InetSocketAddress> address) {
    this.client = client;
    this.allowance = allowance;
    this.address = address;
    this.call = client.call(request.newBuilder().tag(SiteCall.class, this).build(), address);
  }

  WireAllowance allowance() {
    return allowance;
  }

  Optional<InetSocketAddress> address() {
    return address;
  }

  /// Makes the exchange.
  ///
  /// @return the answer; its head is [#head]
  /// @throws IOException if there is none
  public Response execute() throws IOException {
    if (address.isEmpty()) {
      client.requireAllowed(call.request().url().host());
    }
    return ScopedValue.where(CURRENT, this).call(call::execute);
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
  public AnswerHead head() {
    return head.orElseThrow();
  }

  /// {@return whether it was given up}
  public boolean isCancelled() {
    return call.isCanceled();
  }

  /// Gives the exchange up. To close an answer would read some of the rest of its body.
  public void cancel() {
    call.cancel();
  }

  /// Gives up an exchange that ran out of time, with its connection, if that serves no other.
  public void expire() {
    call.cancel();
    socket.ifPresent(taken -> taken.giveUpIfSilentSince(begunNanos));
  }
}
