package dev.sojourn.fetch.site;

import dev.sojourn.fetch.answer.BrokenAnswerException;
import java.net.SocketException;
import java.util.Optional;
import okhttp3.internal.http2.ConnectionShutdownException;
import okhttp3.internal.http2.ErrorCode;
import okhttp3.internal.http2.StreamResetException;

/// The attempts at one request that came to nothing.
///
/// @param isRepeated whether it was made again though the server may have processed it
/// @param unprocessed how often the server certainly did not process it
/// @param rivals the most requests that were under way at the site
record RequestRepeats(boolean isRepeated, int unprocessed, int rivals) {
  /// A connection may take few requests, and others may use it up before this one, time after time.
  /// With this number of chances for each of them, hardly any request is left over. If it has no
  /// rivals, the site just does not want it.
  private static final int CHANCES = 4;

  static final RequestRepeats NONE = new RequestRepeats(false, 0, 0);

  /// A site may close a kept-alive connection in the moment it is used again. Only a connection
  /// that was already closed fails so early, and only once.
  Optional<RequestRepeats> after(Exception failure, int underWay) {
    int most = Math.max(rivals, underWay);
    if (isUnprocessed(failure)) {
      return Optional.of(new RequestRepeats(isRepeated, unprocessed + 1, most))
          .filter(next -> next.unprocessed() <= CHANCES * most);
    }
    boolean isEarly =
        (failure instanceof BrokenAnswerException broken
                && broken.fault() == BrokenAnswerException.Fault.CLOSED)
            || (failure instanceof SocketException && isReset(failure));
    return Optional.of(new RequestRepeats(true, unprocessed, most))
        .filter(_ -> isEarly && !isRepeated);
  }

  /// {@return whether the server certainly did not process a request: it was not sent, or the
  /// server says so}
  private static boolean isUnprocessed(Exception failure) {
    return failure instanceof ConnectionShutdownException
        || (failure instanceof StreamResetException reset
            && reset.errorCode == ErrorCode.REFUSED_STREAM);
  }

  private static boolean isReset(Exception e) {
    var message = String.valueOf(e.getMessage());
    return message.contains("reset")
        || message.contains("Broken pipe")
        || message.contains("outbound has closed");
  }
}
