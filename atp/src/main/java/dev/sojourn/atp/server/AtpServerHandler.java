package dev.sojourn.atp.server;

import dev.sojourn.atp.AtpRequest;
import dev.sojourn.atp.AtpResponse;
import dev.sojourn.atp.AtpStatus;
import dev.sojourn.atp.Problem;
import dev.sojourn.atp.wire.BodyBudget;
import dev.sojourn.atp.wire.Inbound;
import dev.sojourn.atp.wire.Outbound;
import dev.sojourn.atp.wire.ReadPhase;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.channel.socket.SocketChannel;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.concurrent.RejectedExecutionException;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/// Hands each request from the event loop to a virtual thread of its own. No other class does.
/// Answers are sent in the order of the requests, whichever is ready first.
///
/// The server's capacity limits the requests under way on one connection, including those whose
/// answers the peer has not taken yet. At the limit, the connection is not read. The bodies of
/// waiting answers share one budget with those of requests. So peers that request much and do not
/// read cannot fill the memory. All fields are confined to the event loop.
///
/// A request may be held for minutes, even after its peer has disconnected. Until it is answered,
/// its body counts, and its connection keeps its place. Otherwise, a peer that disconnects and asks
/// again could have any number of requests under way.
// The outcome of writing and closing goes to the pipeline, or to a listener if it matters.
@SuppressWarnings("FutureReturnValueIgnored")
final class AtpServerHandler extends ChannelInboundHandlerAdapter {

  private static final System.Logger LOG = System.getLogger(AtpServerHandler.class.getName());
  private static final Duration RETRY = Duration.ofSeconds(1);

  private final ServerContext core;
  private final BodyBudget.Share budget;
  private final Peer peer;
  private final ConnectionPlaces.Place place;
  private final ArrayDeque<Slot> slots = new ArrayDeque<>();
  private @Nullable ReadTimeouts deadlines;
  private int unwritten;
  private boolean ending;
  private boolean inputClosed;
  private boolean saysLastWord;
  private boolean closed;

  /// @param place is left when the connection is closed and none of its requests is under way
  AtpServerHandler(
      ServerContext core, BodyBudget.Share budget, Peer peer, ConnectionPlaces.Place place) {
    this.core = core;
    this.budget = budget;
    this.peer = peer;
    this.place = place;
  }

  /// Asks a connection to end after the requests that it has received.
  enum Signal {
    /// The server closes.
    CLOSING
  }

  /// The position of one answer in the order of answers.
  private static final class Slot {
    private final boolean isLast;
    private final int reservedBytes;
    private @Nullable AtpResponse response;
    private int answerBytes;

    Slot(boolean isLast, int reservedBytes) {
      this.isLast = isLast;
      this.reservedBytes = reservedBytes;
    }
  }

  @Override
  public void channelActive(ChannelHandlerContext context) {
    deadlines(context).start();
    context.fireChannelActive();
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    ending = true;
    deadlines(context).stop();
    context.fireChannelInactive();
  }

  /// The connection is closed, so waiting answers are dropped.
  void closed() {
    closed = true;
    ending = true;
    long underWay = 0;
    for (var slot : slots) {
      if (slot.response == null) {
        underWay += slot.reservedBytes;
      } else {
        slot.response = closing();
      }
    }
    budget.close(underWay);
    leaveIfIdle();
  }

  private void leaveIfIdle() {
    if (slots.isEmpty()) {
      place.leave();
    }
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    if (ending) {
      return;
    }
    switch ((Inbound) message) {
      case Inbound.Refused refused -> refuse(context, refused.problem());
      case Inbound.Request request -> take(context, request);
    }
  }

  private void take(ChannelHandlerContext context, Inbound.Request message) {
    ending = !message.keepAlive();
    var slot = new Slot(ending, message.reservedBytes());
    slots.add(slot);
    pace(context);
    try {
      core.threads().execute(() -> answer(context, slot, message.request()));
    } catch (RejectedExecutionException _) {
      complete(context, slot, closing());
    }
  }

  private void refuse(ChannelHandlerContext context, Problem problem) {
    ending = true;
    core.malformed().count(problem.code(), peer.ip());
    var slot = new Slot(true, 0);
    slots.add(slot);
    complete(context, slot, response(problem));
  }

  /// Handles one request. Runs on a virtual thread.
  private void answer(ChannelHandlerContext context, Slot slot, AtpRequest request) {
    AtpResponse response;
    try {
      response = core.handler().handle(request, peer);
    } catch (InterruptedException _) {
      response = closing();
      Thread.currentThread().interrupt();
    } catch (RuntimeException | Error e) {
      // Also catches an Error. Otherwise, the unanswered request would keep its place and its
      // memory for ever.
      core.faultListener().report("The handler of " + request.method(), e);
      response =
          AtpResponse.refusal(
              new Problem(
                  "internal-error",
                  AtpStatus.INTERNAL_RECIPIENT_ERROR,
                  "The host failed to carry the request out."));
    }
    var ready = response;
    try {
      context.executor().execute(() -> complete(context, slot, ready));
    } catch (RejectedExecutionException _) {
      LOG.log(System.Logger.Level.DEBUG, "An answer to {0} came after the end", peer);
    }
  }

  private void complete(ChannelHandlerContext context, Slot slot, AtpResponse response) {
    if (closed) {
      budget.releaseKept(slot.reservedBytes);
      slot.response = closing();
    } else {
      budget.release(slot.reservedBytes);
      keep(slot, response);
    }
    while (!slots.isEmpty() && slots.peek().response != null) {
      var next = slots.remove();
      if (next.response != null && !closed) {
        write(context, next.response, next.answerBytes, next.isLast || (ending && slots.isEmpty()));
      }
    }
    if (closed) {
      leaveIfIdle();
    } else {
      pace(context);
    }
  }

  /// Stores an answer. From now on its body counts, since the answer may wait for earlier answers,
  /// and then for its peer.
  private void keep(Slot slot, AtpResponse response) {
    if (budget.reserve(response.body().size())) {
      slot.response = response;
      slot.answerBytes = response.body().size();
    } else {
      slot.response =
          AtpResponse.unavailable(
              "too-busy", "Too many answers wait for their peers to read them.", RETRY);
    }
  }

  private void write(
      ChannelHandlerContext context, AtpResponse response, int reservedBytes, boolean isLast) {
    if (isLast) {
      saysLastWord = true;
      LingeringClose.say(context, new Outbound(response, false));
      return;
    }
    unwritten++;
    context
        .writeAndFlush(new Outbound(response, true))
        .addListener(
            _ -> {
              unwritten--;
              budget.release(reservedBytes);
              if (!closed) {
                pace(context);
                closeIfAllIsSaid(context);
              }
            });
  }

  /// Continues reading, unless too many requests are under way or too many answers are not taken
  /// yet.
  private void pace(ChannelHandlerContext context) {
    place.busy(!slots.isEmpty());
    boolean isFull = slots.size() + unwritten >= core.config().capacity().maxPendingPerConnection();
    deadlines(context).paused(isFull && !ending);
    // While an answer is being sent, WriteStallHandler watches the connection.
    deadlines(context).busy(!slots.isEmpty() || unwritten > 0 || saysLastWord);
    context.channel().config().setAutoRead(!isFull || ending);
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext context, Object event) {
    switch (event) {
      case ReadPhase phase -> deadlines(context).enter(phase);
      case ChannelInputShutdownEvent _ -> {
        inputClosed = true;
        if (context.channel() instanceof SocketChannel socket && socket.isOutputShutdown()) {
          // Both sides are finished. A peer that has disconnected keeps no place.
          context.close();
        } else {
          closeIfAllIsSaid(context);
        }
      }
      case Signal.CLOSING -> {
        ending = true;
        closeIfAllIsSaid(context);
      }
      default -> context.fireUserEventTriggered(event);
    }
  }

  /// Closes the connection once everything is answered and written, if no more requests come or are
  /// accepted.
  private void closeIfAllIsSaid(ChannelHandlerContext context) {
    if ((ending || inputClosed) && slots.isEmpty() && unwritten == 0 && !saysLastWord) {
      context.close();
    }
  }

  private void expired(ChannelHandlerContext context, ReadPhase phase) {
    if (ending) {
      context.close();
      return;
    }
    switch (phase) {
      case BETWEEN -> context.close();
      case HEAD ->
          refuse(
              context,
              new Problem(
                  "head-timeout",
                  AtpStatus.BAD_REQUEST,
                  "The head did not arrive within " + core.config().timeouts().head() + "."));
      case BODY ->
          refuse(
              context,
              new Problem(
                  "body-timeout",
                  AtpStatus.BAD_REQUEST,
                  "The body did not arrive within " + core.config().timeouts().body() + "."));
    }
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    // The decoder wraps the exception for bytes that are not TLS.
    if (cause instanceof IOException || cause.getCause() instanceof SSLException) {
      LOG.log(System.Logger.Level.DEBUG, "{0}: {1}", peer, cause.getMessage());
    } else {
      core.faultListener().report("The pipeline of a connection", cause);
    }
    context.close();
  }

  private ReadTimeouts deadlines(ChannelHandlerContext context) {
    if (deadlines == null) {
      deadlines =
          new ReadTimeouts(
              core.config().timeouts(),
              context.channel().eventLoop(),
              phase -> expired(context, phase));
    }
    return deadlines;
  }

  private static AtpResponse response(Problem problem) {
    return problem.status() == AtpStatus.SERVICE_UNAVAILABLE
        ? AtpResponse.unavailable(problem.code(), problem.detail(), RETRY)
        : AtpResponse.refusal(problem);
  }

  private static AtpResponse closing() {
    return AtpResponse.unavailable("host-closing", "The host is closing.", RETRY);
  }
}
