package dev.sojourn.atp.parcel;

import dev.sojourn.base.json.JsonException;
import dev.sojourn.base.json.JsonMembers;
import dev.sojourn.base.json.JsonWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;

/// The JSON object of a [PageRecord]. It leaves out empty members, since there is one record for
/// each page.
final class PageRecordJson {
  private static final int MAX_WORD_CHARS = 40;
  private static final int MAX_PRINT_CHARS = 16;
  private static final int MAX_TYPE_CHARS = 1_000;

  /// The last millisecond of the year 9999.
  private static final long MAX_MOMENT = 253_402_300_799_999L;

  private PageRecordJson() {}

  /// {@return the object in UTF-8, without white space}
  static byte[] write(PageRecord page) {
    return JsonWriter.object(
        json -> {
          json.put("url", page.url())
              .putIfPresent("end", page.end())
              .putIfPresent("foundOn", page.foundOn());
          page.depth().ifPresent(depth -> json.put("depth", depth));
          json.put("at", page.at().toEpochMilli())
              .put("millis", page.took().toMillis())
              .put("outcome", page.outcome().word())
              .put("status", page.status());
          if (!page.reason().isEmpty()) {
            json.put("reason", page.reason());
          }
          page.body().ifPresent(body -> write(body, json));
        });
  }

  private static void write(PageRecord.Body body, JsonWriter json) {
    json.put("type", body.mediaType()).put("bytes", body.bytes()).put("print", body.print());
    if (body.isNoindex()) {
      json.put("noindex", 1);
    }
    if (!body.fields().isEmpty()) {
      json.put("fields", body.fields());
    }
    json.putIfPresent("etag", body.etag()).putIfPresent("modified", body.lastModified());
  }

  /// Reads the object. Members not known are ignored, so that hosts may tell more.
  ///
  /// @throws JsonException if it is no record of a page
  static PageRecord read(byte[] object) throws JsonException {
    var json = JsonMembers.parse(object);
    var outcome =
        PageOutcome.of(json.text("outcome", MAX_WORD_CHARS))
            .orElseThrow(() -> new JsonException("outcome: (expected: a word of atp.md)"));
    try {
      return new PageRecord(
          json.text("url", PageRecord.MAX_URL_CHARS),
          json.optionalText("end", PageRecord.MAX_URL_CHARS),
          json.optionalText("foundOn", PageRecord.MAX_URL_CHARS),
          json.has("depth")
              ? OptionalInt.of((int) json.number("depth", 0, PageRecord.MAX_DEPTH))
              : OptionalInt.empty(),
          Instant.ofEpochMilli(json.number("at", 0, MAX_MOMENT)),
          Duration.ofMillis(json.number("millis", 0, PageRecord.MAX_MILLIS)),
          outcome,
          (int) json.number("status", 0, PageRecord.MAX_STATUS),
          json.optionalText("reason", PageRecord.MAX_REASON_CHARS).orElse(""),
          body(json, outcome));
    } catch (IllegalArgumentException e) {
      throw new JsonException(String.valueOf(e.getMessage()));
    }
  }

  private static Optional<PageRecord.Body> body(JsonMembers json, PageOutcome outcome)
      throws JsonException {
    return outcome == PageOutcome.FETCHED
        ? Optional.of(
            new PageRecord.Body(
                json.text("type", MAX_TYPE_CHARS),
                json.number("bytes", 0, Long.MAX_VALUE),
                json.text("print", MAX_PRINT_CHARS),
                json.has("noindex"),
                json.optionalText("fields", MAX_PRINT_CHARS).orElse(""),
                json.optionalText("etag", PageRecord.MAX_VALIDATOR_CHARS),
                json.optionalText("modified", PageRecord.MAX_VALIDATOR_CHARS)))
        : Optional.empty();
  }
}
