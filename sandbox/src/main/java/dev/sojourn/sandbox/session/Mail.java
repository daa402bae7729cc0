package dev.sojourn.sandbox.session;

import dev.sojourn.base.text.ForeignText;
import dev.sojourn.sandbox.MessageReply;
import dev.sojourn.sandbox.pipe.FromWorker;
import dev.sojourn.sandbox.pipe.PipeException;
import dev.sojourn.sandbox.pipe.ToWorker;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/// The messages of one visit that wait for the agent's answer. Any thread posts; the visit's own
/// takes the answers.
final class Mail {
  private final int maxWaiting;
  private final int visit;
  private final Consumer<ToWorker.Message> send;
  private final List<ToWorker.Message> early = new ArrayList<>();
  private final Map<Integer, CompletableFuture<MessageReply>> waiting = new HashMap<>();
  private int last;
  private boolean isBegun;
  private boolean closed;

  /// @param maxWaiting messages that may wait at once
  /// @param visit its number
  /// @param send sends a message to the worker; must not wait
  Mail(int maxWaiting, int visit, Consumer<ToWorker.Message> send) {
    this.maxWaiting = maxWaiting;
    this.visit = visit;
    this.send = send;
  }

  /// {@return the messages that came before the visit begins, which go along with the order} Later
  /// messages are sent by themselves.
  synchronized List<ToWorker.Message> untilBegun() {
    isBegun = true;
    return List.copyOf(early);
  }

  /// Takes a message in; it is sent, under its number, only if there is room for it.
  synchronized CompletableFuture<MessageReply> post(String text) {
    if (closed) {
      return CompletableFuture.completedFuture(new MessageReply.NotRunning());
    }
    if (waiting.size() >= maxWaiting) {
      return CompletableFuture.completedFuture(new MessageReply.Crowded());
    }
    var reply = new CompletableFuture<MessageReply>();
    waiting.put(++last, reply);
    var message = new ToWorker.Message(visit, last, text);
    if (isBegun) {
      send.accept(message);
    } else {
      early.add(message);
    }
    return reply;
  }

  /// Hands an answer to the caller that waits for it. An honest worker answers each message once.
  synchronized void answered(FromWorker.Reply reply) throws PipeException {
    var asked = waiting.remove(reply.message());
    if (asked == null) {
      throw new PipeException("an answer to a message that was not sent");
    }
    if (ForeignText.of(reply.text()).exceeds(MessageReply.MAX_CHARS)) {
      throw new PipeException("an answer of " + reply.text().length() + " characters");
    }
    asked.complete(
        reply.isTaken() ? new MessageReply.Answered(reply.text()) : new MessageReply.NotTaken());
  }

  /// The visit is over: the agent will not answer any more.
  synchronized void close() {
    closed = true;
    waiting.values().forEach(reply -> reply.complete(new MessageReply.NotRunning()));
    waiting.clear();
  }
}
