package dev.sojourn.page.parse;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;

/// The media type of a body without a declared type (WHATWG MIME Sniffing, 7.1): HTML, plain text,
/// or one of the usual binary types. Only the beginning is read.
final class SniffedType {
  private static final int MAX_PREFIX_BYTES = 1445;
  private static final String BINARY = "application/octet-stream";

  /// Each tag must be followed by a space or `>`.
  private static final List<String> TAGS =
      List.of(
          "<!doctype html",
          "<html",
          "<head",
          "<script",
          "<iframe",
          "<h1",
          "<div",
          "<font",
          "<table",
          "<a",
          "<style",
          "<title",
          "<b",
          "<body",
          "<br",
          "<p");

  private record Signature(String bytes, String type) {}

  private static final List<Signature> SIGNATURES =
      List.of(
          new Signature("%PDF-", "application/pdf"),
          new Signature("%!PS-Adobe-", "application/postscript"),
          new Signature("\u00fe\u00ff", "text/plain"),
          new Signature("\u00ff\u00fe", "text/plain"),
          new Signature("\u00ef\u00bb\u00bf", "text/plain"),
          new Signature("\0\0\u0001\0", "image/x-icon"),
          new Signature("BM", "image/bmp"),
          new Signature("GIF87a", "image/gif"),
          new Signature("GIF89a", "image/gif"),
          new Signature("\u0089PNG\r\n\u001a\n", "image/png"),
          new Signature("\u00ff\u00d8\u00ff", "image/jpeg"),
          new Signature("OggS\0", "application/ogg"),
          new Signature("ID3", "audio/mpeg"),
          new Signature("\u001aE\u00df\u00a3", "video/webm"),
          new Signature("\u001f\u008b\u0008", "application/x-gzip"),
          new Signature("PK\u0003\u0004", "application/zip"),
          new Signature("Rar!\u001a\u0007\0", "application/x-rar-compressed"));

  private SniffedType() {}

  /// {@return whether a declared type has no meaning, so that the body decides}
  ///
  /// @param declared the media type without parameters, in lower case; empty without a declaration
  static boolean isNeeded(String declared) {
    return declared.indexOf('/') < 0
        || declared.equals("unknown/unknown")
        || declared.equals("application/unknown")
        || declared.equals("*/*");
  }

  /// {@return the media type by the form of a body}
  ///
  /// @param body the whole body
  static String of(byte[] body) {
    int length = Math.min(body.length, MAX_PREFIX_BYTES);
    var prefix = new String(body, 0, length, StandardCharsets.ISO_8859_1);
    var markup = prefix.substring(SourceScan.skip(prefix, " \t\n\f\r", 0)).toLowerCase(Locale.ROOT);
    if (markup.startsWith("<!--") || TAGS.stream().anyMatch(tag -> begins(markup, tag))) {
      return "text/html";
    }
    if (markup.startsWith("<?xml")) {
      return "text/xml";
    }
    for (var signature : SIGNATURES) {
      if (prefix.startsWith(signature.bytes())) {
        return signature.type();
      }
    }
    if (prefix.startsWith("RIFF") && prefix.startsWith("WEBPVP", 8)) {
      return "image/webp";
    }
    return prefix.chars().anyMatch(SniffedType::isBinary) ? BINARY : "text/plain";
  }

  private static boolean begins(String markup, String tag) {
    return markup.startsWith(tag)
        && markup.length() > tag.length()
        && (markup.charAt(tag.length()) == ' ' || markup.charAt(tag.length()) == '>');
  }

  private static boolean isBinary(int c) {
    return c <= 0x08 || c == 0x0b || (c >= 0x0e && c <= 0x1a) || (c >= 0x1c && c <= 0x1f);
  }
}
