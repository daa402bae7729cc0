package dev.sojourn.lab.site;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;

/// The answers of the web server, from the files of a folder.
final class SiteFiles {
  private static final Map<String, String> TYPES =
      Map.of(
          "html", "text/html; charset=utf-8",
          "htm", "text/html; charset=utf-8",
          "txt", "text/plain; charset=utf-8",
          "css", "text/css",
          "js", "text/javascript",
          "xml", "application/xml",
          "svg", "image/svg+xml",
          "png", "image/png",
          "gif", "image/gif",
          "jpg", "image/jpeg");
  private static final String NO_TYPE = "-";
  private static final int OK = 200;
  private static final int NOT_MODIFIED = 304;
  private static final int MOVED = 301;
  private static final int NOT_FOUND = 404;
  private static final int WRONG_METHOD = 405;

  private final Path root;
  private final boolean hasCleanUrls;
  private final boolean hasGzip;
  private final InstantSource clock;

  /// Prepares the answers of a server.
  ///
  /// @param hasCleanUrls whether `/page` means the file `page.html`
  /// @param hasGzip whether text is compressed for clients that accept gzip
  SiteFiles(Path root, boolean hasCleanUrls, boolean hasGzip, InstantSource clock) {
    this.hasCleanUrls = hasCleanUrls;
    this.hasGzip = hasGzip;
    this.clock = clock;
    this.root = root.toAbsolutePath().normalize();
  }

  /// A complete answer.
  ///
  /// @param status of HTTP
  /// @param mediaType of the body without parameters; `-` if there is none
  /// @param bytes head and body
  record Reply(int status, String mediaType, byte[] bytes) {
    int length() {
      return bytes.length;
    }
  }

  Reply answer(RequestHead request) throws IOException {
    boolean isHead = request.method().equals("HEAD");
    if (!isHead && !request.method().equals("GET")) {
      return reply(WRONG_METHOD, NO_TYPE, "Allow: GET, HEAD\r\n", new byte[0], false);
    }
    var path = request.target().split("[?#]", 2)[0];
    var file = file(path);
    if (file.isEmpty()) {
      return reply(NOT_FOUND, NO_TYPE, "", new byte[0], isHead);
    }
    if (Files.isDirectory(file.get())) {
      return reply(MOVED, NO_TYPE, "Location: " + path + "/\r\n", new byte[0], isHead);
    }
    var type = type(file.get());
    var mediaType = type.split(";", 2)[0];
    boolean isPacked = hasGzip && isText(type);
    var modified = Files.getLastModifiedTime(file.get()).toInstant();
    var tag = entityTag(modified, Files.size(file.get()));
    var fields =
        "Last-Modified: %s\r\nETag: %s\r\n%s"
            .formatted(date(modified), tag, isPacked ? "Vary: Accept-Encoding\r\n" : "");
    if (request.has(tag, modified)) {
      return reply(NOT_MODIFIED, NO_TYPE, fields, new byte[0], isHead);
    }
    fields += "Content-Type: " + type + "\r\n";
    var body = Files.readAllBytes(file.get());
    return isPacked && request.takesGzip()
        ? reply(OK, mediaType, fields + "Content-Encoding: gzip\r\n", gzip(body), isHead)
        : reply(OK, mediaType, fields, body, isHead);
  }

  /// The entity tag of a file. All codings share it, so it is weak (RFC 9110, section 8.8.1).
  private static String entityTag(Instant modified, long bytes) {
    return "W/\"%x%09x-%x\"".formatted(modified.getEpochSecond(), modified.getNano(), bytes);
  }

  private static String date(Instant time) {
    return DateTimeFormatter.RFC_1123_DATE_TIME.format(time.atZone(ZoneOffset.UTC));
  }

  /// Finds the file for a path; a directory if the path lacks its last slash.
  private Optional<Path> file(String path) {
    try {
      var decoded = URLDecoder.decode(path.replace("+", "%2B"), StandardCharsets.UTF_8);
      var file = root.resolve(decoded.substring(1)).normalize();
      if (!file.startsWith(root)) {
        return Optional.empty();
      }
      var page = path.endsWith("/") ? file.resolve("index.html") : file;
      if (hasCleanUrls && !path.endsWith("/") && !Files.isRegularFile(page)) {
        var clean = file.resolveSibling(file.getFileName() + ".html");
        if (Files.isRegularFile(clean)) {
          return Optional.of(clean);
        }
      }
      return Files.exists(page) ? Optional.of(page) : Optional.empty();
    } catch (IllegalArgumentException _) {
      return Optional.empty();
    }
  }

  private static String type(Path file) {
    var name = file.toString();
    var ending = name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
    return TYPES.getOrDefault(ending, "application/octet-stream");
  }

  private static boolean isText(String type) {
    return type.startsWith("text/") || type.contains("xml");
  }

  private static byte[] gzip(byte[] body) throws IOException {
    var packed = new ByteArrayOutputStream(body.length / 2);
    try (var out = new GZIPOutputStream(packed)) {
      out.write(body);
    }
    return packed.toByteArray();
  }

  private Reply reply(int status, String mediaType, String fields, byte[] body, boolean isHead)
      throws IOException {
    // The length of an omitted body is unknown here (RFC 9110, section 8.6).
    var length = status == NOT_MODIFIED ? "" : "Content-Length: " + body.length + "\r\n";
    var head =
        "HTTP/1.1 %d -\r\nDate: %s\r\n%s%s\r\n"
            .formatted(status, date(clock.instant()), fields, length);
    var out = new ByteArrayOutputStream(head.length() + body.length);
    out.write(head.getBytes(StandardCharsets.ISO_8859_1));
    if (!isHead) {
      out.write(body);
    }
    return new Reply(status, mediaType, out.toByteArray());
  }
}
