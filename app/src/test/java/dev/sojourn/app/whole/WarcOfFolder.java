package dev.sojourn.app.whole;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/// Writes the files of a folder as answers of a web server to a WARC file.
final class WarcOfFolder {
  private static final String INDEX = "index.html";

  private WarcOfFolder() {}

  static void write(Path root, String origin, Path warc) throws IOException {
    try (var files = Files.walk(root);
        var out = new BufferedOutputStream(Files.newOutputStream(warc))) {
      for (var file : files.filter(Files::isRegularFile).sorted().toList()) {
        var path = root.relativize(file).toString();
        write(out, origin + "/" + path, file);
        if (path.equals(INDEX) || path.endsWith("/" + INDEX)) {
          var folder = path.substring(0, path.length() - INDEX.length());
          write(out, origin + "/" + folder, file);
        }
      }
    }
  }

  private static void write(OutputStream out, String url, Path file) throws IOException {
    var body = Files.readAllBytes(file);
    var type = file.toString().endsWith(".html") ? "text/html" : "text/plain";
    var head =
        "HTTP/1.1 200 OK\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n"
            .formatted(type, body.length);
    out.write(
        """
        WARC/1.1\r
        WARC-Type: response\r
        WARC-Record-ID: <urn:uuid:00000000-0000-0000-0000-000000000000>\r
        WARC-Date: 2026-01-01T00:00:00Z\r
        WARC-Target-URI: %s\r
        Content-Type: application/http;msgtype=response\r
        Content-Length: %d\r
        \r
        """
            .formatted(url, head.length() + body.length)
            .getBytes(StandardCharsets.US_ASCII));
    out.write(head.getBytes(StandardCharsets.US_ASCII));
    out.write(body);
    out.write("\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
  }
}
