package dev.sojourn.atp.parcel;

import dev.sojourn.base.text.CodePoints;
import dev.sojourn.base.text.ForeignText;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/// The record of one page that an agent asked for. Redirects that were followed count as one
/// request.
///
/// @param url the URL that was asked for
/// @param end the URL at which the redirects ended; empty if there were none
/// @param foundOn the page that links to the URL; empty if the agent did not say
/// @param depth how many links lead to it from a URL that the visit began with, 0 to 1,000,000;
///   empty if the agent did not say
/// @param at when the answer was there, to the millisecond
/// @param took how long that took, to the millisecond, pauses for politeness included
/// @param outcome of the request
/// @param status that the agent got: of HTTP, or 0 if no answer came
/// @param reason one sentence of at most 300 characters: why the page was not read, or its views
///   read in part; empty if the page was read
/// @param body of the page that was read; empty if none was
public record PageRecord(
    String url,
    Optional<String> end,
    Optional<String> foundOn,
    OptionalInt depth,
    Instant at,
    Duration took,
    PageOutcome outcome,
    int status,
    String reason,
    Optional<Body> body) {

  static final int MAX_URL_CHARS = 8 * 1024;
  static final int MAX_DEPTH = 1_000_000;
  static final int MAX_STATUS = 999;
  static final int MAX_REASON_CHARS = 300;
  static final long MAX_MILLIS = Duration.ofDays(366).toMillis();
  static final int MAX_VALIDATOR_CHARS = 1_000;
  private static final int MAX_TYPE_CHARS = 60;
  private static final Pattern PRINT = Pattern.compile("[0-9a-f]{16}");

  /// The body of a page.
  ///
  /// @param mediaType without parameters, at most 60 characters
  /// @param bytes its size, decoded
  /// @param print the first 16 hexadecimal digits of its SHA-256
  /// @param isNoindex whether the agent heard that the page asks not to be indexed
  /// @param fields the print of its response fields, 16 hexadecimal digits; empty if it is not
  ///   given, as by earlier versions
  /// @param etag with which it can be asked for again; for visits at home alone
  /// @param lastModified likewise
  public record Body(
      String mediaType,
      long bytes,
      String print,
      boolean isNoindex,
      String fields,
      Optional<String> etag,
      Optional<String> lastModified) {

    /// Makes the media type one line and cuts it.
    ///
    /// @throws IllegalArgumentException if the size is negative, a print malformed, or a validator
    ///   too long
    public Body {
      mediaType = ForeignText.of(mediaType).line(MAX_TYPE_CHARS);
      if (bytes < 0 || !PRINT.matcher(print).matches()) {
        throw new IllegalArgumentException("body: " + bytes + ", " + print);
      }
      if (!fields.isEmpty() && !PRINT.matcher(fields).matches()) {
        throw new IllegalArgumentException("fields: " + fields + " (expected: 16 digits)");
      }
      if (etag.orElse("").length() > MAX_VALIDATOR_CHARS
          || lastModified.orElse("").length() > MAX_VALIDATOR_CHARS) {
        throw new IllegalArgumentException(
            "validators: (expected: at most " + MAX_VALIDATOR_CHARS + " characters)");
      }
    }

    Body noindex() {
      return new Body(mediaType, bytes, print, true, fields, etag, lastModified);
    }
  }

  /// Makes the reason one line and cuts it; cuts times to milliseconds.
  ///
  /// @throws IllegalArgumentException if a part is out of its range, or there is a body without a
  ///   page or a page without a body
  public PageRecord {
    reason = ForeignText.of(reason).line(MAX_REASON_CHARS);
    at = Instant.ofEpochMilli(at.toEpochMilli());
    took = Duration.ofMillis(Math.clamp(took.toMillis(), 0, MAX_MILLIS));
    requireUrl(url);
    end.ifPresent(PageRecord::requireUrl);
    foundOn.ifPresent(PageRecord::requireUrl);
    if (depth.isPresent() && (depth.getAsInt() < 0 || depth.getAsInt() > MAX_DEPTH)) {
      throw new IllegalArgumentException("depth: " + depth + " (expected: 0 to " + MAX_DEPTH + ")");
    }
    if (status < 0 || status > MAX_STATUS) {
      throw new IllegalArgumentException("status: " + status + " (expected: 0 to 999)");
    }
    if (body.isPresent() != (outcome == PageOutcome.FETCHED)) {
      throw new IllegalArgumentException("body: " + body + " (expected: with a page, and only so)");
    }
  }

  /// {@return this record with the note that the agent heard the page ask not to be indexed}
  public PageRecord noindex() {
    return new PageRecord(
        url, end, foundOn, depth, at, took, outcome, status, reason, body.map(Body::noindex));
  }

  /// {@return this record of a page that was read in part; a page that was not read stays so}
  ///
  /// @param remark which views of it, one sentence
  public PageRecord inPart(String remark) {
    return body.isEmpty()
        ? this
        : new PageRecord(url, end, foundOn, depth, at, took, outcome, status, remark, body);
  }

  private static void requireUrl(String url) {
    if (url.isEmpty() || url.length() > MAX_URL_CHARS || !CodePoints.areWhole(url)) {
      throw new IllegalArgumentException(
          "url: " + url.length() + " characters (expected: 1 to " + MAX_URL_CHARS + ")");
    }
  }
}
