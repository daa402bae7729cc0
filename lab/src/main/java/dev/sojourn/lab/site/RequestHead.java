package dev.sojourn.lab.site;

import java.util.Locale;

/// The head of a request, as far as the web server needs it.
///
/// @param method as `GET`
/// @param target path and query, as it was sent; `/` where there is none
/// @param takesGzip whether the client reads gzip
/// @param isKept whether the connection stays open
/// @param length bytes of the head
record RequestHead(String method, String target, boolean takesGzip, boolean isKept, int length) {

  static RequestHead parse(String head) {
    var lines = head.split("\r?\n", -1);
    var words = lines[0].split(" +", -1);
    boolean takesGzip = false;
    boolean isKept = !lines[0].endsWith("HTTP/1.0");
    for (var line : lines) {
      var field = line.toLowerCase(Locale.ROOT);
      takesGzip |= field.startsWith("accept-encoding:") && field.contains("gzip");
      if (field.startsWith("connection:")) {
        isKept = !field.contains("close") && (isKept || field.contains("keep-alive"));
      }
    }
    var target = words.length > 1 && words[1].startsWith("/") ? words[1] : "/";
    var method = words[0].isEmpty() ? "-" : words[0];
    return new RequestHead(method, target, takesGzip, isKept, head.length());
  }
}
