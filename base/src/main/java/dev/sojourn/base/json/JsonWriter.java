package dev.sojourn.base.json;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// Writes one JSON object, its members in the order of the calls. Confined to one thread.
public final class JsonWriter {

  private static final JsonMapper MAPPER = new JsonMapper();

  private final ObjectNode node;

  private JsonWriter(ObjectNode node) {
    this.node = node;
  }

  /// {@return an object in UTF-8, without white space}
  ///
  /// @param content puts the members
  public static byte[] object(Consumer<JsonWriter> content) {
    var node = MAPPER.createObjectNode();
    content.accept(new JsonWriter(node));
    try {
      return MAPPER.writeValueAsBytes(node);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Puts a text.
  ///
  /// @param name the member
  /// @param value its value
  /// @return this
  public JsonWriter put(String name, String value) {
    node.put(name, value);
    return this;
  }

  /// Puts a number.
  ///
  /// @param name the member
  /// @param value its value
  /// @return this
  public JsonWriter put(String name, long value) {
    node.put(name, value);
    return this;
  }

  /// Puts a moment, as RFC 3339 in UTC.
  ///
  /// @param name the member
  /// @param value its value
  /// @return this
  public JsonWriter put(String name, Instant value) {
    return put(name, value.toString());
  }

  /// Puts the text of a value, by its `toString`, if it is present.
  ///
  /// @param name the member
  /// @param value any value
  /// @return this
  public JsonWriter putIfPresent(String name, Optional<?> value) {
    value.ifPresent(v -> put(name, v.toString()));
    return this;
  }

  /// Puts a list of texts.
  ///
  /// @param name the member
  /// @param values its items
  /// @return this
  public JsonWriter put(String name, List<String> values) {
    ArrayNode array = node.putArray(name);
    values.forEach(array::add);
    return this;
  }

  /// Puts an object.
  ///
  /// @param name the member
  /// @param content puts its members
  /// @return this
  public JsonWriter putObject(String name, Consumer<JsonWriter> content) {
    content.accept(new JsonWriter(node.putObject(name)));
    return this;
  }

  /// Puts a list of objects.
  ///
  /// @param name the member
  /// @param items one writer for each item
  /// @return this
  public JsonWriter putObjects(String name, List<Consumer<JsonWriter>> items) {
    var array = node.putArray(name);
    for (var item : items) {
      item.accept(new JsonWriter(array.addObject()));
    }
    return this;
  }
}
