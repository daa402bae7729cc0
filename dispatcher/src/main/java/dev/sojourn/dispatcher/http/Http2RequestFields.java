package dev.sojourn.dispatcher.http;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.hc.client5.http.classic.methods.HttpUriRequestBase;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.message.BasicHeader;

/// The header fields of a request over HTTP/2: the same as over HTTP/1.1, named as RFC 9113, 8.3.1
/// names them.
final class Http2RequestFields {
  /// The same in each request of a connection. Others would push these out of its table of fields.
  private static final Set<String> LASTING = Set.of("accept", "accept-encoding");

  private Http2RequestFields() {}

  /// {@return the fields; those that differ from request to request are marked as sensitive, so
  /// that no table keeps them}
  ///
  /// @param request for HTTP/1.1
  /// @param userAgent of this crawler
  static List<Header> of(HttpUriRequestBase request, String userAgent) {
    var fields = new ArrayList<Header>();
    fields.add(new BasicHeader(":method", request.getMethod()));
    fields.add(new BasicHeader(":scheme", request.getScheme()));
    fields.add(new BasicHeader(":authority", request.getAuthority().toString()));
    fields.add(new BasicHeader(":path", request.getPath(), true));
    fields.add(new BasicHeader("user-agent", userAgent));
    for (var header : request.getHeaders()) {
      var name = header.getName().toLowerCase(Locale.ROOT);
      fields.add(new BasicHeader(name, header.getValue(), !LASTING.contains(name)));
    }
    return fields;
  }
}
