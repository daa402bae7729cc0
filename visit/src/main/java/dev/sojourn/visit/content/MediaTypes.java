package dev.sojourn.visit.content;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// Media types by file extension. A file with an unknown extension, or without one, has no declared
/// type: readers examine its bytes, as over HTTP. Plain text, Markdown, CSS, CSV and JavaScript are
/// declared as UTF-8; HTML and XML may declare their charset themselves.
final class MediaTypes {
  private static final Map<String, String> BY_EXTENSION =
      Map.ofEntries(
          Map.entry("html", "text/html"),
          Map.entry("htm", "text/html"),
          Map.entry("xhtml", "application/xhtml+xml"),
          Map.entry("txt", "text/plain; charset=utf-8"),
          Map.entry("md", "text/markdown; charset=utf-8"),
          Map.entry("css", "text/css; charset=utf-8"),
          Map.entry("csv", "text/csv; charset=utf-8"),
          Map.entry("js", "text/javascript; charset=utf-8"),
          Map.entry("mjs", "text/javascript; charset=utf-8"),
          Map.entry("json", "application/json"),
          Map.entry("jsonld", "application/ld+json"),
          Map.entry("xml", "application/xml"),
          Map.entry("rss", "application/rss+xml"),
          Map.entry("atom", "application/atom+xml"),
          Map.entry("svg", "image/svg+xml"),
          Map.entry("png", "image/png"),
          Map.entry("gif", "image/gif"),
          Map.entry("jpg", "image/jpeg"),
          Map.entry("jpeg", "image/jpeg"),
          Map.entry("webp", "image/webp"),
          Map.entry("avif", "image/avif"),
          Map.entry("ico", "image/vnd.microsoft.icon"),
          Map.entry("woff", "font/woff"),
          Map.entry("woff2", "font/woff2"),
          Map.entry("ttf", "font/ttf"),
          Map.entry("otf", "font/otf"),
          Map.entry("pdf", "application/pdf"),
          Map.entry("zip", "application/zip"),
          Map.entry("jar", "application/java-archive"),
          Map.entry("gz", "application/gzip"),
          Map.entry("wasm", "application/wasm"),
          Map.entry("mp3", "audio/mpeg"),
          Map.entry("ogg", "audio/ogg"),
          Map.entry("mp4", "video/mp4"),
          Map.entry("webm", "video/webm"));

  private MediaTypes() {}

  /// The value of `Content-Type` for a file of this name.
  static Optional<String> of(String fileName) {
    int dot = fileName.lastIndexOf('.');
    return dot < 0
        ? Optional.empty()
        : Optional.ofNullable(
            BY_EXTENSION.get(fileName.substring(dot + 1).toLowerCase(Locale.ROOT)));
  }
}
