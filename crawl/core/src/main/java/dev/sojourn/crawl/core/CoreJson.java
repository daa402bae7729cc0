package dev.sojourn.crawl.core;

import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import com.fasterxml.jackson.annotation.PropertyAccessor;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;

/// Events and terms as JSON, in the form that a store keeps.
public final class CoreJson {
  private static final ObjectMapper JSON =
      JsonMapper.builder()
          .visibility(PropertyAccessor.GETTER, Visibility.NONE)
          .visibility(PropertyAccessor.IS_GETTER, Visibility.NONE)
          .visibility(PropertyAccessor.FIELD, Visibility.ANY)
          .build();

  private CoreJson() {}

  /// {@return an event as one line of JSON}
  ///
  /// @param event to write
  public static String write(Event event) {
    return text(event);
  }

  /// {@return the event that a JSON text holds}
  ///
  /// @param json the output of [#write(Event)]
  /// @throws IllegalArgumentException if the text holds no event
  public static Event event(String json) {
    return parse(json, Event.class);
  }

  /// {@return the terms that a JSON text holds}
  ///
  /// @param json the output of [#write(CrawlTerms)]
  /// @throws IllegalArgumentException if the text holds no terms
  public static CrawlTerms terms(String json) {
    return parse(json, CrawlTerms.class);
  }

  /// {@return terms as one line of JSON}
  ///
  /// @param terms to write
  public static String write(CrawlTerms terms) {
    return text(terms);
  }

  private static String text(Object value) {
    try {
      return JSON.writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a record of plain values cannot be written", e);
    }
  }

  private static <T> T parse(String json, Class<T> type) {
    try {
      return JSON.readValue(json, type);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(
          "json: not a " + type.getSimpleName() + " (expected: as written by this class)", e);
    }
  }
}
