package dev.sojourn.fetch.site;

import dev.sojourn.fetch.answer.BrokenAnswerException;
import java.io.IOException;
import java.net.SocketException;
import java.util.Optional;
import okhttp3.internal.http2.ConnectionShutdownException;
import okhttp3.internal.http2.ErrorCode;
import okhttp3.internal.http2.StreamResetException;

/// The failed attempts at one request.
///
/// @param early attempts on a connection that the server closed before it answered
/// @param unprocessed attempts that the server certainly did not process
/// @param rivals the highest number of requests under way at the site
record RequestRepeats(int early, int unprocessed, int rivals) {
  /// Attempts for each rival. A connection may take few requests, and rivals may repeatedly use it
  /// up before this request. With this number, hardly any request fails. A request without rivals
  /// fails because the site refuses it.
  private static final int CHANCES = 4;

  static final RequestRepeats NONE = new RequestRepeats(0, 0, 0);

  /// {@return the record with one more failed attempt; empty if the request is not to be repeated}
  /// A site may close a kept-alive connection just before its next use, and each rival may meet
  /// such a connection first. So a request without rivals is repeated once after an early failure,
  /// and with rivals up to four times.
  Optional<RequestRepeats> after(Exception failure, int underWay) {
    int most = Math.max(rivals, underWay);
    if (isUnprocessed(failure)) {
      return Optional.of(new RequestRepeats(early, unprocessed + 1, most))
          .filter(next -> next.unprocessed() <= CHANCES * most);
    }
    boolean isEarly =
        (failure instanceof BrokenAnswerException broken
                && broken.fault() == BrokenAnswerException.Fault.CLOSED)
            || (failure instanceof SocketException && isReset(failure))
            || isWriterClosed(failure);
    return Optional.of(new RequestRepeats(early + 1, unprocessed, most))
        .filter(next -> isEarly && next.early() <= Math.min(most, CHANCES));
  }

  /// {@return whether the server certainly did not process a request: it was not sent, or the
  /// server says so}
  private static boolean isUnprocessed(Exception failure) {
    return failure instanceof ConnectionShutdownException
        || (failure instanceof StreamResetException reset
            && reset.errorCode == ErrorCode.REFUSED_STREAM);
  }

  /// Whether the connection was closed between its choice for a request and the first frame.
  /// OkHttp's writer of frames has no type for this.
  private static boolean isWriterClosed(Exception e) {
    return e.getClass() == IOException.class && "closed".equals(e.getMessage());
  }

  private static boolean isReset(Exception e) {
    var message = String.valueOf(e.getMessage());
    return message.contains("reset")
        || message.contains("Broken pipe")
        || message.contains("outbound has closed");
  }
}
