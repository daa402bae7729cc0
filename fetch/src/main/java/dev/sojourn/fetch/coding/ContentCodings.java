package dev.sojourn.fetch.coding;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/// The codings that a Content-Encoding field names (RFC 9110, 8.4).
///
/// Some servers write other words into that field: a charset (`UTF-8`), a transfer encoding of mail
/// (`8bit`), a framing that was removed before (`aws-chunked`), or just `none`. Such a word does
/// not mean compression, so it is ignored, as browsers do.
public final class ContentCodings {
  /// The names of codings that change a body: those of the IANA registry, and others in use.
  private static final Set<String> CHANGING =
      Set.of(
          "gzip",
          "x-gzip",
          "deflate",
          "x-deflate",
          "br",
          "brotli",
          "x-br",
          "zstd",
          "x-zstd",
          "compress",
          "x-compress",
          "dcb",
          "dcz",
          "sdch",
          "exi",
          "pack200-gzip",
          "aes128gcm",
          "aesgcm",
          "bzip2",
          "x-bzip2",
          "x-bzip",
          "xz",
          "x-xz",
          "lzma",
          "x-lzma",
          "lz4",
          "x-lz4",
          "lzip",
          "x-lzip",
          "snappy",
          "x-snappy",
          "xpress",
          "zip");

  private ContentCodings() {}

  /// {@return the codings that change the body, in lower case, in the order in which they were
  /// applied; other words are left out}
  ///
  /// @param value of the field; several fields are joined with commas
  public static List<String> of(String value) {
    return Arrays.stream(value.split(",", -1))
        .map(ContentCodings::word)
        .filter(CHANGING::contains)
        .toList();
  }

  /// Parameters and quotes are not allowed there (RFC 9110, 8.4.1), and are ignored.
  private static String word(String element) {
    return element.split(";", 2)[0].replace("\"", "").strip().toLowerCase(Locale.ROOT);
  }
}
