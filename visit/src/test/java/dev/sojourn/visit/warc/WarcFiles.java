package dev.sojourn.visit.warc;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.zip.GZIPOutputStream;

/// Writes WARC files octet by octet, also such as no program writes.
public final class WarcFiles {
  private WarcFiles() {}

  /// Writes a compressed file with a capture of each file of a folder, as a web server gives it.
  public static void writeSite(Path file, String origin, Path folder) throws IOException {
    var out = new ByteArrayOutputStream();
    List<Path> all;
    try (var paths = Files.walk(folder)) {
      all = paths.filter(Files::isRegularFile).toList();
    }
    for (var path : all) {
      var relative = folder.relativize(path).toString();
      var url = origin + "/" + relative.replace(" ", "%20");
      var type = relative.endsWith(".txt") ? "text/plain" : "text/html";
      var body = Files.readAllBytes(path);
      out.write(gzip(page(url, "2026-01-01T00:00:00Z", type, body)));
      if (url.endsWith("/index.html")) {
        var directory = url.substring(0, url.length() - "index.html".length());
        out.write(gzip(page(directory, "2026-01-01T00:00:00Z", type, body)));
        if (!directory.equals(origin + "/")) {
          var moved =
              "HTTP/1.1 301 Moved\r\nLocation: " + directory + "\r\nContent-Length: 0\r\n\r\n";
          var without = directory.substring(0, directory.length() - 1);
          out.write(gzip(response(without, "2026-01-01T00:00:00Z", bytes(moved))));
        }
      }
    }
    Files.write(file, out.toByteArray());
  }

  static byte[] page(String url, String date, String type, byte[] body) {
    var head = "HTTP/1.1 200 OK\r\nContent-Type: " + type + "\r\nContent-Length: " + body.length;
    return response(url, date, concat(bytes(head + "\r\n\r\n"), body));
  }

  static byte[] response(String url, String date, byte[] http) {
    return record(
        "response",
        "WARC-Target-URI: " + url + "\r\nContent-Type: application/http;msgtype=response\r\n",
        date,
        http);
  }

  /// A record of a type with further fields, each ended.
  static byte[] record(String type, String fields, String date, byte[] block) {
    var head =
        "WARC/1.1\r\nWARC-Type: "
            + type
            + "\r\n"
            + (fields.contains("WARC-Record-ID")
                ? ""
                : "WARC-Record-ID: <urn:uuid:"
                    + UUID.nameUUIDFromBytes(bytes(fields + date))
                    + ">\r\n")
            + "WARC-Date: "
            + date
            + "\r\n"
            + fields
            + "Content-Length: "
            + block.length
            + "\r\n\r\n";
    return concat(bytes(head), concat(block, bytes("\r\n\r\n")));
  }

  static byte[] gzip(byte[] plain) throws IOException {
    var out = new ByteArrayOutputStream();
    try (var zip = new GZIPOutputStream(out)) {
      zip.write(plain);
    }
    return out.toByteArray();
  }

  static byte[] concat(byte[]... parts) {
    var out = new ByteArrayOutputStream();
    for (var part : parts) {
      out.writeBytes(part);
    }
    return out.toByteArray();
  }

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
