package dev.sojourn.atp.parcel;

import dev.sojourn.base.text.CodePoints;
import dev.sojourn.base.text.ForeignText;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/// The record of one page that an agent requested. A request and the redirects that it followed
/// share one record.
///
/// @param url the requested URL
/// @param end the URL at which the redirects ended; empty if there were none
/// @param foundOn the page that links to the URL; empty if the agent did not say
/// @param depth how many links lead to it from a start URL of the visit, 0 to 1,000,000; empty if
///   the agent did not say
/// @param at when the answer was complete, to the millisecond
/// @param took the duration of the request, to the millisecond, including pauses for politeness
/// @param outcome of the request
/// @param status the HTTP status that the agent got; 0 if no answer came
/// @param reason one sentence of at most 300 characters; empty if the page was read. It says why
///   the page was not read, or which views were read in part.
/// @param body of the page that was read; empty if no page was read
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
  /// @param bytes the decoded size
  /// @param print the first 16 hexadecimal digits of its SHA-256
  /// @param isNoindex whether the agent learned that the page asks not to be indexed
  /// @param fields the print of its response fields, 16 hexadecimal digits; empty if not given, for
  ///   example by earlier versions
  /// @param etag for conditional requests; only for visits at home
  /// @param lastModified for conditional requests; only for visits at home
  public record Body(
      String mediaType,
      long bytes,
      String print,
      boolean isNoindex,
      String fields,
      Optional<String> etag,
      Optional<String> lastModified) {

    /// Reduces the media type to one line and cuts it.
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

  /// Reduces the reason to one line and cuts it. Cuts times to milliseconds.
  ///
  /// @throws IllegalArgumentException if a part is out of range, or if outcome and body do not fit
  ///   each other
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

  /// {@return this record, marked as a page that asks not to be indexed}
  public PageRecord noindex() {
    return new PageRecord(
        url, end, foundOn, depth, at, took, outcome, status, reason, body.map(Body::noindex));
  }

  /// {@return this record, marked as read in part; unchanged if the page was not read}
  ///
  /// @param remark one sentence that names the views that were read in part
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
