package dev.sojourn.fetch.http2;

import dev.sojourn.fetch.answer.AnswerHead;
import dev.sojourn.fetch.answer.BrokenAnswerException;
import dev.sojourn.fetch.answer.BrokenAnswerException.Fault;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;

/// Guards the client's HTTP/2 against a server. It reads each frame before the client does, and
/// adds the limits that the client lacks. It replaces the head of an answer by one that cannot
/// confuse the client (see [AnswerHead]). It drops trailers; all other frames pass unchanged.
///
/// One thread reads answers. Any number of threads may write requests, one after the other.
public final class Http2Guard {
  private static final int HEADERS = 0x1;
  private static final int RESET = 0x3;
  private static final int CONTINUATION = 0x9;
  private static final int END_STREAM = 0x1;
  private static final int END_HEADERS = 0x4;
  private static final int PREFACE_BYTES = 24;
  private static final int FIRST_FINAL_STATUS = 200;
  private static final int SWITCHING_PROTOCOLS = 101;

  /// The client allows server push and header fields of any length. So the guard sends these
  /// settings before the client's: ENABLE_PUSH 0 and a bounded MAX_HEADER_LIST_SIZE.
  private static final byte[] SETTINGS =
      frame(
              0x4,
              0,
              0,
              ByteBuffer.allocate(12)
                  .putShort((short) 0x2)
                  .putInt(0)
                  .putShort((short) 0x6)
                  .putInt(Http2HeaderReader.MAX_LIST_BYTES)
                  .array())
          .array();

  private final Http2Account account;
  private final InputStream answers;
  private final OutputStream requests;

  /// Makes the guard of a connection whose server has chosen HTTP/2.
  ///
  /// @param in the input from the server, without TLS
  /// @param out the output to the server
  /// @param maxAnswerBytes the bytes that may arrive for one answer, with TLS
  /// @param received returns the bytes read from the socket since its last call
  public Http2Guard(InputStream in, OutputStream out, long maxAnswerBytes, LongSupplier received) {
    this.account = new Http2Account(received, maxAnswerBytes);
    this.answers = new Answers(new Http2FrameReader(in));
    this.requests = new Requests(out);
  }

  /// {@return the input that the client reads}
  public InputStream answers() {
    return answers;
  }

  /// {@return the output that the client writes to}
  public OutputStream requests() {
    return requests;
  }

  /// Records the streams that the client opens and resets.
  private final class Requests extends FilterOutputStream {
    private final byte[] head = new byte[Http2FrameReader.HEAD_BYTES];
    private int inHead;
    private int ofPreface = PREFACE_BYTES;
    private int toSkip;

    Requests(OutputStream out) {
      super(out);
    }

    @Override
    public void write(int octet) throws IOException {
      write(new byte[] {(byte) octet}, 0, 1);
    }

    @Override
    public void write(byte[] octets, int from, int count) throws IOException {
      int begun = Math.min(ofPreface, count);
      if (begun > 0) {
        out.write(octets, from, begun);
        ofPreface -= begun;
        if (ofPreface == 0) {
          out.write(SETTINGS);
        }
      }
      // Recorded before the write, because the answer may come at once.
      look(octets, from + begun, count - begun);
      out.write(octets, from + begun, count - begun);
    }

    private void look(byte[] octets, int from, int count) {
      int at = from;
      while (at < from + count) {
        int skipped = Math.min(toSkip, from + count - at);
        at += skipped;
        toSkip -= skipped;
        if (at < from + count) {
          head[inHead++] = octets[at++];
        }
        if (inHead == head.length) {
          inHead = 0;
          frame(ByteBuffer.wrap(head));
        }
      }
    }

    private void frame(ByteBuffer frame) {
      toSkip = frame.getInt(0) >>> 8;
      int type = head[3];
      int streamId = frame.getInt(5) & Integer.MAX_VALUE;
      if (type == HEADERS) {
        account.opened(streamId);
      } else if (type == RESET) {
        account.ended(streamId);
      }
    }
  }

  /// Confined to the client's reading thread.
  private final class Answers extends InputStream {
    private final Http2FrameReader frames;
    private final Http2HeaderReader headers = new Http2HeaderReader();
    private Optional<Http2Frame.Headers> block = Optional.empty();
    private ByteBuffer ready = ByteBuffer.allocate(0);

    Answers(Http2FrameReader frames) {
      this.frames = frames;
    }

    @Override
    public int read() throws IOException {
      var one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] octets, int from, int count) throws IOException {
      try {
        while (!ready.hasRemaining()) {
          ready = taken(frames.next());
        }
      } catch (EOFException _) {
        throw new BrokenAnswerException(Fault.CLOSED);
      }
      int some = Math.min(count, ready.remaining());
      ready.get(octets, from, some);
      return some;
    }

    /// {@return the octets that replace a frame for the client}
    private ByteBuffer taken(Http2Frame frame) throws IOException {
      account.on(frame);
      if (block.isPresent()
          && !(frame instanceof Http2Frame.Continuation(int id, _, _)
              && id == block.get().streamId())) {
        throw broken("it broke off its header fields");
      }
      return switch (frame) {
        case Http2Frame.Headers begun -> {
          block = Optional.of(begun);
          yield part(begun.fragment(), begun.isWhole());
        }
        case Http2Frame.Continuation more -> {
          if (block.isEmpty()) {
            throw broken("it goes on with header fields that it did not begin");
          }
          yield part(more.fragment(), more.isWhole());
        }
        case Http2Frame.Data data -> {
          if (account.isOpen(data.streamId()) && !account.hasHead(data.streamId())) {
            throw broken("its answer has a body before its head");
          }
          endIf(data.isEnd(), data.streamId());
          yield frames.octets();
        }
        case Http2Frame.Reset reset -> {
          account.ended(reset.streamId());
          yield frames.octets();
        }
        case Http2Frame.Other _ -> frames.octets();
      };
    }

    private ByteBuffer part(ByteBuffer fragment, boolean isLast) throws IOException {
      headers.add(fragment);
      if (!isLast) {
        return ByteBuffer.allocate(0);
      }
      var begun = block.orElseThrow();
      block = Optional.empty();
      // The block of an ended stream is decoded too, because it changes the table of the
      // connection.
      var fields = headers.fields();
      int streamId = begun.streamId();
      if (!account.isOpen(streamId)) {
        return ByteBuffer.allocate(0);
      }
      if (account.hasHead(streamId)) {
        if (!begun.isEnd()) {
          throw broken("its answer has two heads");
        }
        account.ended(streamId);
        // Trailers are not needed.
        return frame(0x0, END_STREAM, streamId, new byte[0]);
      }
      var passed = passed(begun, fields);
      if (passed.isEmpty()) {
        return ByteBuffer.allocate(0);
      }
      account.headCame(streamId);
      endIf(begun.isEnd(), streamId);
      return frames(streamId, begun.isEnd(), literal(passed));
    }

    /// {@return the head for the client; empty if the answer is an interim one}
    private List<AnswerHead.Field> passed(Http2Frame.Headers begun, List<AnswerHead.Field> fields)
        throws BrokenAnswerException {
      try {
        var head = Http2Fields.head(fields);
        if (head.status() >= FIRST_FINAL_STATUS) {
          return head.marked();
        }
        if (begun.isEnd() || head.status() == SWITCHING_PROTOCOLS) {
          throw broken("its answer has the status " + head.status());
        }
        account.addInterim(begun.streamId());
        return List.of();
      } catch (BrokenAnswerException e) {
        if (e.fault() == Fault.FLOOD) {
          throw e;
        }
        return AnswerHead.faulty(String.valueOf(e.getMessage()));
      }
    }

    private void endIf(boolean isEnd, int streamId) {
      if (isEnd) {
        account.ended(streamId);
      }
    }
  }

  private static ByteBuffer frames(int streamId, boolean isEnd, byte[] block) {
    var all = new ByteArrayOutputStream();
    int most = Http2FrameReader.MAX_PAYLOAD_BYTES;
    for (int from = 0; from < block.length; from += most) {
      int length = Math.min(most, block.length - from);
      int flags =
          (from == 0 && isEnd ? END_STREAM : 0) | (from + length == block.length ? END_HEADERS : 0);
      var payload = new byte[length];
      System.arraycopy(block, from, payload, 0, length);
      all.writeBytes(frame(from == 0 ? HEADERS : CONTINUATION, flags, streamId, payload).array());
    }
    return ByteBuffer.wrap(all.toByteArray());
  }

  private static ByteBuffer frame(int type, int flags, int streamId, byte[] payload) {
    return ByteBuffer.allocate(Http2FrameReader.HEAD_BYTES + payload.length)
        .putInt((payload.length << 8) | type)
        .put((byte) flags)
        .putInt(streamId)
        .put(payload)
        .flip();
  }

  /// Encodes status 200 and fields that are not added to the table (RFC 7541, 6.2.2).
  private static byte[] literal(List<AnswerHead.Field> fields) {
    var block = new ByteArrayOutputStream();
    block.write(0x88);
    for (var field : fields) {
      block.write(0x00);
      text(block, field.name());
      text(block, field.value());
    }
    return block.toByteArray();
  }

  private static void text(ByteArrayOutputStream block, String text) {
    var octets = text.getBytes(StandardCharsets.UTF_8);
    int left = octets.length;
    block.write(Math.min(left, 0x7f));
    if (left >= 0x7f) {
      for (left -= 0x7f; left >= 0x80; left >>>= 7) {
        block.write((left & 0x7f) | 0x80);
      }
      block.write(left);
    }
    block.writeBytes(octets);
  }

  private static BrokenAnswerException broken(String clause) {
    return new BrokenAnswerException(clause);
  }
}
