package dev.sojourn.sandbox.session;

import dev.sojourn.agent.KnownPage;
import dev.sojourn.agent.Next;
import dev.sojourn.agent.PageValidators;
import dev.sojourn.sandbox.CodePlace;
import dev.sojourn.sandbox.VisitEnd;
import dev.sojourn.sandbox.pipe.FromWorker;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// The queue of one visit's messages, from the thread that reads the pipe to the visit's thread.
/// Its size is limited; while it is full, the reader waits, and so does the worker.
final class Inbox {
  private static final int MAX_BYTES = 2 << 20;
  private static final int OVERHEAD_BYTES = 256;
  private static final int MAX_MESSAGES = 1_024;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final ArrayDeque<FromWorker> messages = new ArrayDeque<>();
  private long bytes;
  private boolean ended;
  private boolean closed;

  /// Waits for room and adds the message, or drops it if the inbox is closed.
  ///
  /// @return false if the visit has ended and no more messages may come
  boolean put(FromWorker message) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      if (ended) {
        return false;
      }
      ended = message instanceof FromWorker.End;
      while (!closed && (bytes > MAX_BYTES || messages.size() >= MAX_MESSAGES)) {
        changed.await();
      }
      if (!closed) {
        messages.addLast(message);
        bytes += size(message);
        changed.signalAll();
      }
      return true;
    } finally {
      lock.unlock();
    }
  }

  /// Waits for the next message; empty after the inbox is closed and all messages were taken.
  Optional<FromWorker> take() {
    lock.lock();
    try {
      while (messages.isEmpty() && !closed) {
        changed.awaitUninterruptibly();
      }
      if (messages.isEmpty()) {
        return Optional.empty();
      }
      var message = messages.removeFirst();
      bytes -= size(message);
      changed.signalAll();
      return Optional.of(message);
    } finally {
      lock.unlock();
    }
  }

  /// Makes the inbox drop further messages.
  void close() {
    lock.lock();
    try {
      closed = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /// Returns the size of all parts of a message. A worker could fill this process's memory with a
  /// part that is not counted.
  private static long size(FromWorker message) {
    return OVERHEAD_BYTES
        + switch (message) {
          case FromWorker.Ready _,
              FromWorker.Started _,
              FromWorker.Spent _,
              FromWorker.Dropped _,
              FromWorker.LinksCounted _,
              FromWorker.ChangesWanted _,
              FromWorker.DetailWanted _,
              FromWorker.Shortened _,
              FromWorker.Noindex _ ->
              0;
          case FromWorker.Finding(_, var json) -> json.length;
          case FromWorker.Checkpoint(_, var state) -> state.length;
          case FromWorker.Reply(_, _, _, var text) -> text.length();
          case FromWorker.PageWanted(_, var url, var foundOn, _, var next, var known, var held) ->
              url.length() + foundOn.length() + size(next) + size(known) + sizeOf(held);
          case FromWorker.Referral(_, var url) -> url.length();
          case FromWorker.UsageWanted(_, var url) -> url.length();
          case FromWorker.LogLine(_, var line) -> line.length();
          case FromWorker.Stopping(_, var limit, var reason, var where) ->
              limit.length() + reason.length() + size(where);
          case FromWorker.End(_, var end) -> size(end);
        };
  }

  private static long size(VisitEnd.Reported end) {
    return switch (end) {
      case VisitEnd.Finished(var state, var next) -> state.length + size(next);
      case VisitEnd.Stopped(var limit, var reason, var where) ->
          limit.length() + reason.length() + size(where);
      case VisitEnd.Denied(_, var reason, var where, var others) ->
          reason.length() + size(where) + size(others);
      case VisitEnd.Failed(var reason, var where) -> reason.length() + size(where);
    };
  }

  private static long size(Next next) {
    return switch (next) {
      case Next.Done _, Next.Park _ -> 0;
      case Next.Onward(var urls) -> size(urls);
      case Next.Along(var itinerary) ->
          itinerary.legs().stream()
              .flatMap(leg -> leg.stops().stream())
              .mapToLong(stop -> OVERHEAD_BYTES + stop.origin().length() + size(stop.starts()))
              .sum();
    };
  }

  private static long size(List<String> texts) {
    return texts.stream().mapToLong(text -> OVERHEAD_BYTES + text.length()).sum();
  }

  private static long size(Optional<KnownPage> known) {
    return known
        .map(page -> OVERHEAD_BYTES + page.own().length() + sizeOf(List.of(page.validators())))
        .orElse(0L);
  }

  private static long sizeOf(List<PageValidators> held) {
    return held.stream()
        .mapToLong(
            page ->
                OVERHEAD_BYTES
                    + page.etag().map(String::length).orElse(0)
                    + page.lastModified().map(String::length).orElse(0))
        .sum();
  }

  private static int size(CodePlace where) {
    return where.className().length() + where.method().length();
  }
}
