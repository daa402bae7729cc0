package dev.sojourn.atp.client;

import dev.sojourn.atp.AtpRequest;
import dev.sojourn.atp.AtpResponse;
import dev.sojourn.atp.WireBytes;
import dev.sojourn.atp.wire.MessageException;
import dev.sojourn.atp.wire.RequestEncoder;
import dev.sojourn.atp.wire.ResponseDecoder;
import dev.sojourn.identity.net.AtpAddress;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.timeout.IdleStateEvent;
import io.netty.handler.timeout.IdleStateHandler;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// One connection to a host, used for one exchange at a time. The thread that borrowed the
/// connection calls [#exchange]. Everything else runs on the event loop.
// The pipeline reports the outcome of writing and closing.
@SuppressWarnings("FutureReturnValueIgnored")
final class ClientConnection {

  private final AtpAddress host;
  private final ByteTally tally = new ByteTally();
  private final Answers answers;
  private @Nullable Channel channel;
  private WireBytes counted = WireBytes.NONE;

  ClientConnection(AtpAddress host) {
    this.host = host;
    this.answers = new Answers(host);
  }

  /// Builds the pipeline of a connection. No other method does.
  ///
  /// @param security adds TLS if the host wants it
  void addTo(
      ChannelPipeline pipeline, ClientSettings settings, Consumer<ChannelPipeline> security) {
    channel = pipeline.channel();
    pipeline.addLast("tally", tally);
    security.accept(pipeline);
    pipeline
        .addLast(
            "idle", new IdleStateHandler(0, 0, settings.idle().toMillis(), TimeUnit.MILLISECONDS))
        .addLast("encoder", new RequestEncoder())
        .addLast("decoder", new ResponseDecoder(settings.limits()))
        .addLast("answers", answers);
  }

  boolean isOpen() {
    return channel != null && channel.isActive();
  }

  void close() {
    if (channel != null) {
      channel.close();
    }
  }

  /// Sends a request and waits for its answer. Unless the answer keeps the connection alive, the
  /// connection is closed.
  Exchange exchange(AtpRequest request, Duration timeout) throws InterruptedException {
    return end(begin(request), timeout);
  }

  /// Lets the event loop send a request.
  CompletableFuture<AtpResponse> begin(AtpRequest request) {
    var answer = new CompletableFuture<AtpResponse>();
    var open = channel;
    if (open == null) {
      answer.completeExceptionally(new NoAnswerException("is not connected"));
    } else {
      open.eventLoop().execute(() -> answers.await(open, request, answer));
    }
    return answer;
  }

  /// Waits for an answer.
  Exchange end(CompletableFuture<AtpResponse> answer, Duration timeout)
      throws InterruptedException {
    try {
      var response = answer.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
      if (!response.headers().keepsAlive()) {
        close();
      }
      return new Exchange.Answered(response, news());
    } catch (TimeoutException _) {
      close();
      return new Exchange.Lost(host + " did not answer within " + timeout + ".", news());
    } catch (ExecutionException e) {
      close();
      var reason = e.getCause() instanceof NoAnswerException no ? no.getMessage() : "";
      return new Exchange.Lost(host + " " + reason + ".", news());
    } catch (InterruptedException e) {
      close();
      throw e;
    }
  }

  /// The bytes that crossed the socket since the last call. The bytes of the handshake count for
  /// the first exchange.
  private WireBytes news() {
    var now = tally.bytes();
    var before = counted;
    counted = now;
    return new WireBytes(now.sent() - before.sent(), now.received() - before.received());
  }

  /// The reason why a request got no answer. This exception never leaves the class.
  private static final class NoAnswerException extends Exception {
    private static final long serialVersionUID = 1L;

    NoAnswerException(String what) {
      super(what, null, false, false);
    }
  }

  /// Passes each answer to the request that waits for it.
  private static final class Answers extends ChannelInboundHandlerAdapter {

    private static final System.Logger LOG = System.getLogger(ClientConnection.class.getName());

    private final AtpAddress host;
    private @Nullable CompletableFuture<AtpResponse> waiting;
    private @Nullable AtpResponse early;
    private boolean isUsed;
    private @Nullable String over;

    Answers(AtpAddress host) {
      this.host = host;
    }

    void await(Channel channel, AtpRequest request, CompletableFuture<AtpResponse> answer) {
      isUsed = true;
      if (early != null) {
        // Closes the connection first, so that the caller cannot keep it.
        channel.close();
        answer.complete(early);
      } else if (over != null) {
        answer.completeExceptionally(new NoAnswerException(over));
      } else {
        waiting = answer;
        channel.writeAndFlush(request);
      }
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      var response = (AtpResponse) message;
      if (waiting != null) {
        waiting.complete(response);
        waiting = null;
      } else if (isUsed) {
        LOG.log(System.Logger.Level.DEBUG, "{0} answered what was not asked", host);
        context.close();
      } else {
        // A host with too many connections answers before it reads a request.
        early = response;
      }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
      fail(
          waiting == null
              ? "closed the connection"
              : "closed the connection before its answer was complete");
      context.fireChannelInactive();
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
      if (event instanceof IdleStateEvent && waiting == null) {
        context.close();
      }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      fail(
          cause.getCause() instanceof MessageException garbled
              ? "answered with what is no ATP/0.1: " + clause(garbled)
              : "broke the connection: " + cause.getMessage());
      context.close();
    }

    /// The detail without its full stop.
    private static String clause(MessageException garbled) {
      return garbled.problem().detail().replaceFirst("\\.$", "");
    }

    /// Keeps the first event as the reason, since the end of the connection only follows from it.
    private void fail(String what) {
      if (over == null) {
        over = what;
      }
      if (waiting != null) {
        waiting.completeExceptionally(new NoAnswerException(over));
        waiting = null;
      }
    }
  }
}
