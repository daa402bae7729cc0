package dev.sojourn.fetch.client;

import dev.sojourn.fetch.answer.AnswerHead;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Optional;
import okhttp3.Call;
import okhttp3.Request;
import okhttp3.Response;

/// One exchange, as its connection sees it. The thread of the exchange makes the connection and
/// finds this object in `CURRENT`; the client finds it as the tag of the request.
public final class SiteCall {
  /// The exchange on this thread.
  static final ScopedValue<SiteCall> CURRENT = ScopedValue.newInstance();

  private final SiteClient client;
  private final WireAllowance allowance;
  private final Optional<InetSocketAddress> address;
  private final Call call;
  private volatile Optional<CountingSocket> socket = Optional.empty();
  private volatile Optional<AnswerHead> head = Optional.empty();
  private volatile long begunNanos = System.nanoTime();

  /// @param request without a tag
  /// @param allowance the bytes that it may receive
  /// @param address the address to ask, if the caller gave one
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
  /// @throws IOException if no answer came
  public Response execute() throws IOException {
    if (address.isEmpty()) {
      client.requireAllowed(call.request().url().host());
    }
    return ScopedValue.where(CURRENT, this).call(call::execute);
  }

  /// Records the connection.
  void begin(CountingSocket taken) {
    begunNanos = System.nanoTime();
    socket = Optional.of(taken);
  }

  /// Records the head of the answer.
  void answered(AnswerHead came) {
    head = Optional.of(came);
  }

  /// {@return the head of the answer; only after [#execute]}
  public AnswerHead head() {
    return head.orElseThrow();
  }

  /// {@return whether it was cancelled}
  public boolean isCancelled() {
    return call.isCanceled();
  }

  /// Cancels the exchange. (Closing an answer instead would read some of the rest of its body.)
  public void cancel() {
    call.cancel();
  }

  /// Cancels an exchange whose time has passed, and closes its connection if that is silent or
  /// hangs.
  public void expire() {
    call.cancel();
    socket.ifPresent(taken -> taken.giveUpIfSilentSince(begunNanos));
  }
}
