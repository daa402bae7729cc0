package dev.sojourn.atp.parcel;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.sojourn.base.json.JsonException;
import dev.sojourn.base.json.JsonMembers;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;

/// The JSON object of a [PageRecord]. It omits empty members to save space, since each page has a
/// record.
final class PageRecordJson {
  private static final int MAX_WORD_CHARS = 40;
  private static final int MAX_PRINT_CHARS = 16;
  private static final int MAX_TYPE_CHARS = 1_000;

  /// The last millisecond of the year 9999.
  private static final long MAX_MOMENT = 253_402_300_799_999L;

  private PageRecordJson() {}

  /// Writes the object, without white space. It builds no tree, since hosts and crawls at home
  /// write one object for each page.
  static void write(PageRecord page, JsonGenerator json) throws IOException {
    json.writeStartObject();
    json.writeStringField("url", page.url());
    write("end", page.end(), json);
    write("foundOn", page.foundOn(), json);
    if (page.depth().isPresent()) {
      json.writeNumberField("depth", page.depth().getAsInt());
    }
    json.writeNumberField("at", page.at().toEpochMilli());
    json.writeNumberField("millis", page.took().toMillis());
    json.writeStringField("outcome", page.outcome().word());
    json.writeNumberField("status", page.status());
    if (!page.reason().isEmpty()) {
      json.writeStringField("reason", page.reason());
    }
    if (page.body().isPresent()) {
      write(page.body().get(), json);
    }
    json.writeEndObject();
  }

  private static void write(PageRecord.Body body, JsonGenerator json) throws IOException {
    json.writeStringField("type", body.mediaType());
    json.writeNumberField("bytes", body.bytes());
    json.writeStringField("print", body.print());
    if (body.isNoindex()) {
      json.writeNumberField("noindex", 1);
    }
    if (!body.fields().isEmpty()) {
      json.writeStringField("fields", body.fields());
    }
    write("etag", body.etag(), json);
    write("modified", body.lastModified(), json);
  }

  private static void write(String name, Optional<String> value, JsonGenerator json)
      throws IOException {
    if (value.isPresent()) {
      json.writeStringField(name, value.get());
    }
  }

  /// Reads the object. Ignores unknown members, so that hosts may add some.
  ///
  /// @throws JsonException if it is not a page record
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
