package dev.sojourn.fetch.site;

import dev.sojourn.fetch.answer.BrokenAnswerException;
import dev.sojourn.fetch.client.ConnectTimeoutException;
import dev.sojourn.fetch.coding.BrokenEncodingException;
import dev.sojourn.identity.net.CertificateFault;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.util.regex.Pattern;
import javax.net.ssl.SSLException;
import okhttp3.internal.http2.ConnectionShutdownException;
import okhttp3.internal.http2.StreamResetException;

/// The reasons for a failed exchange, in words that an operator understands.
final class Failures {
  static final String UNKNOWN_NAME = "its name is not known";

  private static final int SHOWN_CHARS = 120;
  private static final Pattern UNPRINTABLE = Pattern.compile("[^\\x20-\\x7e]");

  private Failures() {}

  /// {@return the failure that an exception means}
  static HttpReply.Failure reply(Exception e, FetchLimits limits) {
    return switch (e) {
      case UnknownHostException unknown -> unreachable(unknown(unknown));
      case ConnectTimeoutException _ ->
          unreachable("no connection within " + limits.connect().toSeconds() + " s");
      case NoRouteToHostException _ -> unreachable("there is no route to it");
      case ConnectException _ -> unreachable("it refuses connections");
      case SSLException _ ->
          unreachable(
              "TLS was not agreed: "
                  + CertificateFault.clause(e)
                      .map(why -> "its certificate cannot be trusted: " + shown(why))
                      .orElseGet(() -> message(e)));
      case SocketTimeoutException _ ->
          timeout("it sent nothing for " + limits.silence().toSeconds() + " s");
      case DeadlinePassedException _ ->
          timeout("the answer took over " + limits.exchange().toSeconds() + " s");
      case BrokenEncodingException _ ->
          new HttpReply.Failure(HttpReply.Kind.BROKEN_ENCODING, message(e));
      case BrokenAnswerException broken when broken.fault() == BrokenAnswerException.Fault.CLOSED ->
          broken("it closed the connection without an answer");
      case ConnectionShutdownException _ -> broken("it takes no more requests on its connections");
      case StreamResetException reset -> broken(clause(reset));
      default -> broken(message(e));
    };
  }

  /// {@return why a name gives no address, as a clause}
  static String unknown(UnknownHostException e) {
    return e instanceof SiteAddresses.SiteNames.BarredException ? message(e) : UNKNOWN_NAME;
  }

  /// {@return text of a peer, made safe for one line of a log or a report}
  static String shown(String text) {
    var clean = UNPRINTABLE.matcher(text).replaceAll("?");
    return clean.length() <= SHOWN_CHARS ? clean : clean.substring(0, SHOWN_CHARS) + "...";
  }

  private static String clause(StreamResetException reset) {
    return switch (reset.errorCode) {
      case REFUSED_STREAM -> "it refuses the request";
      case HTTP_1_1_REQUIRED -> "it answers only over HTTP/1.1; crawl it with --http1";
      default -> "it broke its answer off (RST_STREAM)";
    };
  }

  private static String message(Exception e) {
    return shown(String.valueOf(e.getMessage()));
  }

  private static HttpReply.Failure unreachable(String reason) {
    return new HttpReply.Failure(HttpReply.Kind.UNREACHABLE, reason);
  }

  private static HttpReply.Failure timeout(String reason) {
    return new HttpReply.Failure(HttpReply.Kind.TIMEOUT, reason);
  }

  private static HttpReply.Failure broken(String reason) {
    return new HttpReply.Failure(HttpReply.Kind.BROKEN, reason);
  }
}
