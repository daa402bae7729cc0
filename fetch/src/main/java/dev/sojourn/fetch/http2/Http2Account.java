package dev.sojourn.fetch.http2;

import dev.sojourn.fetch.answer.BrokenAnswerException;
import dev.sojourn.fetch.answer.BrokenAnswerException.Fault;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/// The account of a connection: its streams, and the frames and bytes for each of them.
///
/// The client answers each PING and SETTINGS from a queue without a limit, and takes any number of
/// interim answers. All of it passes here first, so it is bounded here. May be used by any thread:
/// one reads frames, and any writes requests.
final class Http2Account {
  /// Frames that bring nothing of an answer. Some servers send a PING for each few frames of a
  /// body.
  private static final int MAX_CONTROL_FRAMES = 1_000;

  private static final long MAX_IDLE_BYTES = 64 * 1024;

  /// For streams that are over. The client's window is 16 MiB, and may be full.
  private static final long MAX_STRAY_BYTES = 32L << 20;

  /// The client answers each of them with a frame of its own.
  private static final int MAX_STRAY_FRAMES = 4_096;

  /// Honest servers send one or two (103 Early Hints).
  private static final int MAX_INTERIM = 20;

  private final Map<Integer, Stream> streams = new HashMap<>();
  private final LongSupplier received;
  private final long maxAnswerBytes;
  private int lastId;
  private int controlFrames;
  private long idleBytes;
  private long strayBytes;
  private int strayFrames;

  /// @param received takes the bytes that were read from the socket since it was asked last
  /// @param maxAnswerBytes all that may arrive for one answer
  Http2Account(LongSupplier received, long maxAnswerBytes) {
    this.received = received;
    this.maxAnswerBytes = maxAnswerBytes;
  }

  private static final class Stream {
    private long bytes;
    private int interim;
    private boolean hasHead;
  }

  synchronized void opened(int streamId) {
    lastId = Math.max(lastId, streamId);
    streams.putIfAbsent(streamId, new Stream());
  }

  synchronized void ended(int streamId) {
    if (streams.remove(streamId) != null) {
      controlFrames = 0;
      idleBytes = 0;
      strayBytes = 0;
      strayFrames = 0;
    }
  }

  /// {@return whether an answer on that stream is due or has begun}
  synchronized boolean isOpen(int streamId) {
    return streams.containsKey(streamId);
  }

  synchronized boolean hasHead(int streamId) {
    return streams.containsKey(streamId) && streams.get(streamId).hasHead;
  }

  synchronized void headCame(int streamId) {
    if (streams.containsKey(streamId)) {
      streams.get(streamId).hasHead = true;
    }
  }

  /// Counts an answer that is not the last one (RFC 9110, 15.2).
  synchronized void addInterim(int streamId) throws BrokenAnswerException {
    var stream = streams.get(streamId);
    if (stream != null && ++stream.interim > MAX_INTERIM) {
      throw tooMuch("it sent more than " + MAX_INTERIM + " interim answers (status 1xx)");
    }
  }

  /// Takes notice of a frame that came.
  ///
  /// @throws BrokenAnswerException if it costs the connection
  synchronized void on(Http2Frame frame) throws BrokenAnswerException {
    int streamId = frame.streamId();
    boolean isOfAnswer =
        frame instanceof Http2Frame.Data
            || frame instanceof Http2Frame.Headers
            || frame instanceof Http2Frame.Continuation
            || frame instanceof Http2Frame.Reset;
    if (isOfAnswer && (streamId % 2 == 0 || streamId > lastId)) {
      throw new BrokenAnswerException("it answers what was not asked");
    }
    charge(streamId);
    boolean bringsSomething =
        frame instanceof Http2Frame.Data(_, var octets, _)
            ? octets.hasRemaining()
            : isOfAnswer && !(frame instanceof Http2Frame.Reset) && streams.containsKey(streamId);
    controlFrames += bringsSomething ? 0 : 1;
    if (controlFrames > MAX_CONTROL_FRAMES) {
      throw tooMuch("it sent more than " + MAX_CONTROL_FRAMES + " frames that bring nothing");
    }
  }

  /// A frame of the connection is charged to a stream that is open, so that each kind of flood
  /// ends.
  private void charge(int streamId) throws BrokenAnswerException {
    long bytes = received.getAsLong();
    var stream =
        streamId == 0 ? streams.values().stream().findAny().orElse(null) : streams.get(streamId);
    if (stream == null) {
      idleBytes += streamId == 0 ? bytes : 0;
      strayBytes += streamId == 0 ? 0 : bytes;
      strayFrames += streamId == 0 ? 0 : 1;
      if (idleBytes > MAX_IDLE_BYTES
          || strayBytes > MAX_STRAY_BYTES
          || strayFrames > MAX_STRAY_FRAMES) {
        throw tooMuch("it sends what was not asked for");
      }
      return;
    }
    stream.bytes += bytes;
    if (stream.bytes > maxAnswerBytes) {
      throw tooMuch(
          "it sent more than "
              + maxAnswerBytes
              + " bytes for one answer, most of them not of its body");
    }
  }

  private static BrokenAnswerException tooMuch(String clause) {
    return new BrokenAnswerException(Fault.FLOOD, clause);
  }
}
