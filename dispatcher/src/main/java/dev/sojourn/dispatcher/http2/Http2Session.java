package dev.sojourn.dispatcher.http2;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http2.hpack.HPackEncoder;
import org.apache.hc.core5.util.ByteArrayBuffer;
import org.jspecify.annotations.Nullable;

/// The state of a connection: its streams, the settings of the server, and who pays for its bytes.
///
/// It does no input or output: [#on] takes a frame and returns the octets to be written. Guarded by
/// the lock of the connection.
///
/// Bytes are charged to the stream of their frame, and a frame of the connection to the oldest
/// stream. So a flood of any kind of frame ends at the limit of an exchange. What comes for streams
/// that are over, or while none is open, is counted for the exchange that ended last, within limits
/// of its own.
final class Http2Session {
  /// A stream may have as much under way; what is not wanted any more arrives all the same.
  static final int STREAM_WINDOW = 512 * 1024;

  static final int CONNECTION_WINDOW = 4 * 1024 * 1024;

  /// Frames that bring nothing of an answer. Some servers send a PING for each few frames of a
  /// body.
  private static final int MAX_CONTROL_FRAMES = 1_000;

  private static final long MAX_IDLE_BYTES = 64 * 1024;

  /// For streams that are over: their windows may be full of what nobody wants any more.
  private static final long MAX_STRAY_BYTES = 8L * CONNECTION_WINDOW;

  private static final int LAST_ID = 1 << 30;
  private static final int TABLE_BYTES = 4096;
  private static final int MAX_FRAME_LIMIT = 1 << 24;
  private static final byte[] NOTHING = {};

  private final NavigableMap<Integer, Http2Stream> streams = new TreeMap<>();
  private final Http2HeaderReader headers = new Http2HeaderReader();
  private final HPackEncoder encoder = new HPackEncoder(TABLE_BYTES, StandardCharsets.UTF_8);
  private ExchangeMeter lastPayer;
  private int nextId = 1;
  private int reserved;

  /// Until its settings come, one request is enough to ask of a server.
  private boolean isSettled;

  private long maxStreams = Long.MAX_VALUE;

  private boolean isClosing;
  private boolean isTableGivenUp;
  private int uncredited;
  private int controlFrames;
  private long idleBytes;
  private long strayBytes;
  private Http2Frame.@Nullable Headers open;

  /// @param payer pays for the bytes before the first request
  Http2Session(ExchangeMeter payer) {
    this.lastPayer = payer;
  }

  /// {@return whether requests may still be made}
  boolean isUsable() {
    return !isClosing;
  }

  /// {@return whether a further stream may be open}
  boolean hasRoom() {
    return streams.size() + reserved < (isSettled ? maxStreams : 1);
  }

  /// {@return whether no stream is open or will be}
  boolean isIdle() {
    return streams.isEmpty() && reserved == 0;
  }

  /// Takes no more requests.
  void close() {
    isClosing = true;
  }

  /// Takes the room of a stream that will be opened.
  void reserve() {
    reserved++;
  }

  /// Opens a stream for which there is room.
  ///
  /// @return the octets of the request
  byte[] open(Http2Stream stream, List<Header> fields) throws IOException {
    reserved--;
    if (isClosing) {
      throw NotProcessedException.late();
    }
    var block = new ByteArrayBuffer(512);
    if (isTableGivenUp && encoder.getMaxTableSize() > 0) {
      // The server wants a smaller table than the usual one; none is always small enough.
      encoder.setMaxTableSize(0);
      block.append(0x20);
    }
    encoder.encodeHeaders(block, fields, true);
    int id = nextId;
    nextId += 2;
    isClosing = nextId > LAST_ID;
    stream.id(id);
    streams.put(id, stream);
    return Http2FrameEncoder.request(id, block.toByteArray());
  }

  /// Takes notice that a part of a frame came.
  void arriving(int streamId, long nanos) {
    var stream = streams.get(streamId);
    if (stream != null) {
      stream.touch(nanos);
    }
  }

  /// Charges bytes that were written.
  void sent(int streamId, long bytes) {
    payer(streamId).sent(bytes);
  }

  /// Charges what belongs to no frame: a part of one, or the end of TLS.
  void rest(long received, long sent) {
    payer(0).received(received);
    payer(0).sent(sent);
  }

  /// Takes a frame.
  ///
  /// @param frame from the server
  /// @param received the bytes that were read for it
  /// @return the octets to be written, often none
  /// @throws IOException if the server broke a rule in a way that costs the connection
  byte[] on(Http2Frame frame, long received) throws IOException {
    charge(frame, received);
    count(frame);
    if (open != null
        && !(frame instanceof Http2Frame.Continuation(int id, _, _) && id == open.streamId())) {
      throw broken("it broke off its header fields");
    }
    return switch (frame) {
      case Http2Frame.Data data -> data(data);
      case Http2Frame.Headers begun -> {
        open = begun;
        headers.add(begun.fragment());
        yield begun.isWhole() ? head() : NOTHING;
      }
      case Http2Frame.Continuation more -> {
        if (open == null) {
          throw broken("it goes on with header fields that it did not begin");
        }
        headers.add(more.fragment());
        yield more.isWhole() ? head() : NOTHING;
      }
      case Http2Frame.Reset reset -> {
        reset(reset);
        yield NOTHING;
      }
      case Http2Frame.Settings settings -> settings(settings);
      case Http2Frame.Ping ping -> Http2FrameEncoder.pingAck(ping.opaque());
      case Http2Frame.GoAway goAway -> {
        goAway(goAway);
        yield NOTHING;
      }
      case Http2Frame.Ignored _ -> NOTHING;
    };
  }

  /// Ends all exchanges with the connection.
  ///
  /// @param cause the fault of the server; null if the connection just ended
  void end(@Nullable IOException cause) {
    isClosing = true;
    for (var stream : List.copyOf(streams.values())) {
      if (cause == null) {
        stream.fail();
      } else {
        stream.fail(cause);
      }
      remove(stream);
    }
  }

  /// Lets go of a stream.
  ///
  /// @return the octets that end it, none if it is over for the server too
  byte[] leave(Http2Stream stream) {
    if (!streams.containsKey(stream.id())) {
      return NOTHING;
    }
    remove(stream);
    return Http2FrameEncoder.reset(stream.id(), Http2ErrorCode.CANCEL);
  }

  private byte[] data(Http2Frame.Data data) throws IOException {
    var out = new ByteArrayOutputStream();
    uncredited += data.flowBytes();
    if (uncredited >= CONNECTION_WINDOW / 2) {
      out.writeBytes(Http2FrameEncoder.windowUpdate(0, uncredited));
      uncredited = 0;
    }
    var stream = known(data.streamId());
    if (stream == null) {
      return out.toByteArray();
    }
    try {
      requireAllowed(stream.meter());
      boolean isEnough = stream.data(data.octets(), data.isEnd());
      int credit = isEnough ? 0 : stream.credit(data.flowBytes(), STREAM_WINDOW / 2);
      if (credit > 0) {
        out.writeBytes(Http2FrameEncoder.windowUpdate(stream.id(), credit));
      }
      if (isEnough) {
        remove(stream);
        if (!data.isEnd()) {
          out.writeBytes(Http2FrameEncoder.reset(stream.id(), Http2ErrorCode.CANCEL));
        }
      }
    } catch (IOException e) {
      out.writeBytes(failed(stream, e));
    }
    return out.toByteArray();
  }

  /// The block is decoded even for a stream that is over: the table is the connection's.
  private byte[] head() throws IOException {
    var block = Objects.requireNonNull(open);
    open = null;
    var fields = headers.fields();
    var stream = known(block.streamId());
    if (stream == null) {
      return NOTHING;
    }
    try {
      stream.fields(fields, block.isEnd());
      requireAllowed(stream.meter());
    } catch (IOException e) {
      return failed(stream, e);
    }
    if (stream.isEnded()) {
      remove(stream);
    }
    return NOTHING;
  }

  private void reset(Http2Frame.Reset reset) throws Http2Exception {
    var stream = known(reset.streamId());
    if (stream == null) {
      return;
    }
    stream.fail(
        switch (reset.code()) {
          case REFUSED_STREAM -> NotProcessedException.refused();
          case HTTP_1_1_REQUIRED ->
              new Http2Exception(
                  reset.code(), "it answers only over HTTP/1.1; crawl it with --http1");
          default -> new Http2Exception(reset.code(), "it broke its answer off (RST_STREAM)");
        });
    remove(stream);
  }

  private byte[] settings(Http2Frame.Settings settings) throws Http2Exception {
    isSettled = true;
    for (var setting : settings.values().entrySet()) {
      long value = setting.getValue();
      switch (setting.getKey()) {
        case 0x1 -> isTableGivenUp |= value < TABLE_BYTES;
        case 0x2 -> require(value == 0, "it would push");
        case 0x3 -> maxStreams = value;
        case 0x4 -> require(value <= Integer.MAX_VALUE, "its window is too large");
        case 0x5 ->
            require(
                value >= Http2FrameDecoder.MAX_PAYLOAD_BYTES && value < MAX_FRAME_LIMIT,
                "its frames have a size that is not allowed");
        default -> {}
      }
    }
    return Http2FrameEncoder.settingsAck();
  }

  private void goAway(Http2Frame.GoAway goAway) {
    isClosing = true;
    for (var stream : List.copyOf(streams.tailMap(goAway.lastStreamId(), false).values())) {
      stream.fail(NotProcessedException.late());
      remove(stream);
    }
  }

  private byte[] failed(Http2Stream stream, IOException cause) {
    stream.fail(cause);
    remove(stream);
    return Http2FrameEncoder.reset(stream.id(), Http2ErrorCode.PROTOCOL_ERROR);
  }

  private void remove(Http2Stream stream) {
    streams.remove(stream.id());
    lastPayer = stream.meter();
    controlFrames = 0;
    idleBytes = 0;
    strayBytes = 0;
  }

  /// {@return the stream, null if it is over}
  ///
  /// @throws Http2Exception if there never was one
  private @Nullable Http2Stream known(int streamId) throws Http2Exception {
    require(streamId % 2 == 1 && streamId < nextId, "it answers what was not asked");
    return streams.get(streamId);
  }

  private ExchangeMeter payer(int streamId) {
    var own = streams.get(streamId);
    if (own != null) {
      return own.meter();
    }
    return streamId != 0 || streams.isEmpty() ? lastPayer : streams.firstEntry().getValue().meter();
  }

  private void charge(Http2Frame frame, long received) throws Http2Exception {
    int streamId = frame.streamId();
    var payer = payer(streamId);
    payer.received(received);
    if (streams.containsKey(streamId) || (streamId == 0 && !streams.isEmpty())) {
      // Too much of a body costs its exchange only, where there are others to be saved.
      if (!(frame instanceof Http2Frame.Data) || streams.size() == 1) {
        requireAllowed(payer);
      }
      return;
    }
    idleBytes += streamId == 0 ? received : 0;
    strayBytes += streamId == 0 ? 0 : received;
    if (idleBytes > MAX_IDLE_BYTES || strayBytes > MAX_STRAY_BYTES) {
      throw new Http2Exception(Http2ErrorCode.ENHANCE_YOUR_CALM, "it sends what was not asked for");
    }
  }

  private static void requireAllowed(ExchangeMeter meter) throws Http2Exception {
    var objection = meter.objection();
    if (!objection.isEmpty()) {
      throw new Http2Exception(Http2ErrorCode.ENHANCE_YOUR_CALM, objection);
    }
  }

  private void count(Http2Frame frame) throws Http2Exception {
    boolean isAnswer =
        switch (frame) {
          case Http2Frame.Data(_, var octets, _, _) -> octets.hasRemaining();
          case Http2Frame.Headers _, Http2Frame.Continuation _ ->
              streams.containsKey(frame.streamId());
          default -> false;
        };
    controlFrames += isAnswer ? 0 : 1;
    if (controlFrames > MAX_CONTROL_FRAMES) {
      throw new Http2Exception(
          Http2ErrorCode.ENHANCE_YOUR_CALM,
          "it sent more than " + MAX_CONTROL_FRAMES + " frames that bring nothing");
    }
  }

  private static void require(boolean holds, String otherwise) throws Http2Exception {
    if (!holds) {
      throw broken(otherwise);
    }
  }

  private static Http2Exception broken(String clause) {
    return new Http2Exception(Http2ErrorCode.PROTOCOL_ERROR, clause);
  }
}
