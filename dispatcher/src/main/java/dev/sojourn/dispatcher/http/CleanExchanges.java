package dev.sojourn.dispatcher.http;

import java.io.IOException;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.NoHttpResponseException;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.impl.DefaultConnectionReuseStrategy;
import org.apache.hc.core5.http.impl.Http1StreamListener;
import org.apache.hc.core5.http.impl.io.HttpRequestExecutor;
import org.apache.hc.core5.http.io.HttpClientConnection;
import org.apache.hc.core5.http.io.HttpResponseInformationCallback;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.apache.hc.core5.util.Timeout;

/// Makes exchanges, none of them on a connection with bytes that came before the request.
///
/// A server sends more than it said, as a length that is counted in characters does, or gives up a
/// connection with a status of 408. Read as the next answer, that would be another page's. RFC
/// 9112, 9.2 has a client close such a connection.
final class CleanExchanges extends HttpRequestExecutor {
  /// Bound while a connection is looked at: its socket then gives what has come, and waits for
  /// nothing.
  static final ScopedValue<Boolean> LOOKING = ScopedValue.newInstance();

  /// The shortest wait that is one; none would be one without end.
  private static final Timeout NO_WAIT = Timeout.ofMilliseconds(1);

  CleanExchanges(Http1StreamListener listener) {
    super(Http1Config.DEFAULT, DefaultConnectionReuseStrategy.INSTANCE, listener);
  }

  @Override
  public ClassicHttpResponse execute(
      ClassicHttpRequest request,
      HttpClientConnection connection,
      HttpResponseInformationCallback information,
      HttpContext context)
      throws IOException, HttpException {
    if (isUsed(connection) && hasUnasked(connection)) {
      throw new NoHttpResponseException("the site sent something before it was asked");
    }
    return super.execute(request, connection, information, context);
  }

  private static boolean isUsed(HttpClientConnection connection) {
    var details = connection.getEndpointDetails();
    return details != null && details.getResponseCount() > 0;
  }

  private static boolean hasUnasked(HttpClientConnection connection) throws IOException {
    return ScopedValue.where(LOOKING, true).call(() -> connection.isDataAvailable(NO_WAIT));
  }
}
