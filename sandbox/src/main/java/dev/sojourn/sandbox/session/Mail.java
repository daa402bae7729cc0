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

/// The messages of one visit that wait for the agent's answer. Any thread may post; only the
/// visit's thread takes answers.
final class Mail {
  private final int maxWaiting;
  private final int visit;
  private final Consumer<ToWorker.Message> send;
  private final List<ToWorker.Message> early = new ArrayList<>();
  private final Map<Integer, CompletableFuture<MessageReply>> waiting = new HashMap<>();
  private int last;
  private boolean isBegun;
  private boolean closed;

  /// @param maxWaiting the most messages that may wait at once
  /// @param visit the number of the visit
  /// @param send sends a message to the worker without waiting
  Mail(int maxWaiting, int visit, Consumer<ToWorker.Message> send) {
    this.maxWaiting = maxWaiting;
    this.visit = visit;
    this.send = send;
  }

  /// {@return the messages that came before the visit begins} The order includes them; later
  /// messages are sent separately.
  synchronized List<ToWorker.Message> untilBegun() {
    isBegun = true;
    return List.copyOf(early);
  }

  /// Sends a message under a new number, if there is room for it.
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

  /// Passes an answer to the caller that waits for it. An honest worker answers each message once.
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

  /// Ends all waiting, since the visit is over.
  synchronized void close() {
    closed = true;
    waiting.values().forEach(reply -> reply.complete(new MessageReply.NotRunning()));
    waiting.clear();
  }
}
