package dev.sojourn.crawl.local.log;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.sojourn.agent.PageUrl;
import dev.sojourn.atp.parcel.PageRecord;
import dev.sojourn.crawl.core.Place;
import dev.sojourn.crawl.core.SiteVisit;
import java.io.IOException;
import java.io.Writer;
import java.util.Optional;

/// One line of the crawl log. The data of a page at a host are the host's own claims.
///
/// @param visit that requested the page
/// @param page the record
/// @param whyNot why the page is not in the index; empty if it is
/// @param sameAs the URL under which an equal body is in the index
record LogLine(
    SiteVisit visit, PageRecord page, Optional<NotIndexed> whyNot, Optional<String> sameAs) {
  private static final JsonFactory JSON = new JsonFactory();

  void write(Writer out) throws IOException {
    try (var json = JSON.createGenerator(out).disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET)) {
      json.disable(JsonGenerator.Feature.FLUSH_PASSED_TO_STREAM);
      json.writeStartObject();
      json.writeStringField("url", page.url());
      write(json, "end", normal(page.end()));
      write(json, "foundOn", normal(page.foundOn()));
      if (page.depth().isPresent()) {
        json.writeNumberField("depth", page.depth().getAsInt());
      }
      json.writeStringField("outcome", page.outcome().word());
      json.writeNumberField("status", page.status());
      write(json, "reason", Optional.of(page.reason()).filter(reason -> !reason.isEmpty()));
      write(json, "type", page.body().map(PageRecord.Body::mediaType));
      json.writeNumberField("bytes", page.body().map(PageRecord.Body::bytes).orElse(0L));
      json.writeStringField("at", page.at().toString());
      json.writeNumberField("millis", page.took().toMillis());
      json.writeStringField("visit", visit.agentId());
      json.writeStringField(
          "where",
          switch (visit.place()) {
            case Place.Host(var url) -> url;
            case Place.Home _ -> "home";
          });
      json.writeBooleanField("indexed", whyNot.isEmpty());
      write(json, "why", whyNot.map(NotIndexed::word));
      write(json, "sameAs", sameAs);
      json.writeEndObject();
    }
    out.write('\n');
  }

  private static void write(JsonGenerator json, String name, Optional<String> value)
      throws IOException {
    if (value.isPresent()) {
      json.writeStringField(name, value.get());
    }
  }

  /// Drops text that is not a normalised URL, since a host may send any text.
  private static Optional<String> normal(Optional<String> url) {
    return url.flatMap(PageUrl::parse).map(PageUrl::toString).filter(url.orElse("")::equals);
  }
}
