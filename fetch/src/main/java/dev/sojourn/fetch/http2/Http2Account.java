package dev.sojourn.fetch.http2;

import dev.sojourn.fetch.answer.BrokenAnswerException;
import dev.sojourn.fetch.answer.BrokenAnswerException.Fault;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/// Counts the streams of a connection, and the frames and bytes for each of them.
///
/// The client answers each PING and SETTINGS from a queue without a limit, and accepts any number
/// of interim answers. So their limits are here. May be used by any thread: one thread reads
/// frames, and others write requests.
final class Http2Account {
  /// The limit of frames that are not part of an answer. Some servers send a PING after every few
  /// frames of a body.
  private static final int MAX_CONTROL_FRAMES = 1_000;

  private static final long MAX_IDLE_BYTES = 64 * 1024;

  /// The limit of bytes for ended streams. The client's window is 16 MiB, and may be full.
  private static final long MAX_STRAY_BYTES = 32L << 20;

  /// The limit of frames for ended streams. The client answers each of them with a frame.
  private static final int MAX_STRAY_FRAMES = 4_096;

  /// The limit of interim answers. Normal servers send one or two (103 Early Hints).
  private static final int MAX_INTERIM = 20;

  private final Map<Integer, Stream> streams = new HashMap<>();
  private final LongSupplier received;
  private final long maxAnswerBytes;
  private int lastId;
  private int controlFrames;
  private long idleBytes;
  private long strayBytes;
  private int strayFrames;

  /// @param received returns the bytes read from the socket since its last call
  /// @param maxAnswerBytes the bytes that may arrive for one answer
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

  /// {@return whether an answer on a stream is due or under way}
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

  /// Counts an interim answer (RFC 9110, 15.2).
  synchronized void addInterim(int streamId) throws BrokenAnswerException {
    var stream = streams.get(streamId);
    if (stream != null && ++stream.interim > MAX_INTERIM) {
      throw tooMuch("it sent more than " + MAX_INTERIM + " interim answers (status 1xx)");
    }
  }

  /// Counts a frame from the server.
  ///
  /// @throws BrokenAnswerException if the connection must be closed
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

  /// Charges the received bytes. Those of a frame for the whole connection go to any open stream,
  /// so that such a flood has a limit too.
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
