package dev.sojourn.base.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeType;
import dev.sojourn.base.text.CodePoints;
import java.io.CharArrayReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;

/// The members of one JSON object, read by name; [#end] then rejects members that were not read.
///
/// The input must be UTF-8 without a byte order mark. The parser rejects repeated members, text
/// after the object, `NaN` and nesting deeper than 32. Every getter has a limit. Confined to one
/// thread.
public final class JsonMembers {

  private static final ObjectReader READER =
      JsonMapper.builder(
              JsonFactory.builder()
                  .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                  .streamReadConstraints(
                      StreamReadConstraints.builder()
                          .maxNestingDepth(32)
                          .maxNumberLength(32)
                          .maxNameLength(256)
                          .build())
                  .build())
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build()
          .reader();

  private static final char BYTE_ORDER_MARK = '\ufeff';

  // RFC 3339 with the zone Z. Instant.parse would also accept +01:00, 24:00 and years of ten
  // digits.
  private static final Pattern UTC =
      Pattern.compile(
          "[0-9]{4}-[0-9]{2}-[0-9]{2}T([01][0-9]|2[0-3]):[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?Z");

  private static final Pattern DIGEST = Pattern.compile("[0-9a-f]{64}");

  private final String place;
  private final JsonNode node;
  private final Set<String> asked = new HashSet<>();

  private JsonMembers(String place, JsonNode node) {
    this.place = place;
    this.node = node;
  }

  /// Parses one object.
  ///
  /// @param json UTF-8; the caller has bounded its size
  /// @return its members
  /// @throws JsonException if it is not exactly one JSON object
  public static JsonMembers parse(byte[] json) throws JsonException {
    return parse(json, false);
  }

  /// Parses one object of a local file. Reports a fault with line and column, which a peer does not
  /// need.
  ///
  /// @param json UTF-8; the caller has bounded its size
  /// @return its members
  /// @throws JsonException if it is not exactly one JSON object
  public static JsonMembers parseFile(byte[] json) throws JsonException {
    return parse(json, true);
  }

  private static JsonMembers parse(byte[] json, boolean isFile) throws JsonException {
    try {
      // Jackson gets text, since it would also accept UTF-16 and UTF-32 in bytes.
      var text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(json));
      if (text.length() > 0 && text.charAt(0) == BYTE_ORDER_MARK) {
        throw new JsonException("(expected: no byte order mark)");
      }
      JsonNode node =
          READER.readTree(new CharArrayReader(text.array(), text.arrayOffset(), text.length()));
      if (!node.isObject()) {
        throw new JsonException("(expected: a JSON object)");
      }
      return new JsonMembers("", node);
    } catch (IOException e) {
      throw new JsonException(
          (isFile ? place(e) : "")
              + "(expected: one well-formed JSON object without repeated members)");
    }
  }

  private static String place(IOException e) {
    return e instanceof JsonProcessingException fault && fault.getLocation() != null
        ? "line %d, column %d: "
            .formatted(fault.getLocation().getLineNr(), fault.getLocation().getColumnNr())
        : "";
  }

  /// {@return a text}
  ///
  /// @param name the member
  /// @param maxChars the most characters
  /// @throws JsonException if it is missing, not a text, or longer
  public String text(String name, int maxChars) throws JsonException {
    return textOf(required(name), place + name, maxChars);
  }

  /// {@return a text, or empty if there is no such member}
  ///
  /// @param name the member
  /// @param maxChars the most characters
  /// @throws JsonException if it is not a text, or longer
  public Optional<String> optionalText(String name, int maxChars) throws JsonException {
    return has(name) ? Optional.of(text(name, maxChars)) : Optional.empty();
  }

  /// {@return a list of texts}
  ///
  /// @param name the member
  /// @param maxItems the most elements
  /// @param maxChars the most characters of each text
  /// @throws JsonException if it is missing, not a list of texts, or larger
  public List<String> texts(String name, int maxItems, int maxChars) throws JsonException {
    var list = new ArrayList<String>();
    for (var item : array(name, maxItems)) {
      list.add(textOf(item, place + name + "[]", maxChars));
    }
    return list;
  }

  /// {@return a whole number}
  ///
  /// @param name the member
  /// @param min the least valid number
  /// @param max the greatest valid number
  /// @throws JsonException if it is missing, not a whole number, or out of range
  public long number(String name, long min, long max) throws JsonException {
    var value = required(name);
    if (!value.isIntegralNumber()
        || !value.canConvertToLong()
        || value.longValue() < min
        || value.longValue() > max) {
      throw new JsonException(
          place + name + ": (expected: a whole number from " + min + " to " + max + ")");
    }
    return value.longValue();
  }

  /// {@return a moment, written as RFC 3339 in UTC, with the zone `Z`}
  ///
  /// @param name the member
  /// @throws JsonException if it is missing or not such a text
  public Instant instant(String name) throws JsonException {
    var text = text(name, 40);
    try {
      if (UTC.matcher(text).matches()) {
        return Instant.parse(text);
      }
    } catch (DateTimeException _) {
      // The form is right, but the day does not exist.
    }
    throw new JsonException(place + name + ": (expected: a time in UTC, as 2026-01-31T12:00:00Z)");
  }

  /// {@return a moment, or empty if there is no such member}
  ///
  /// @param name the member
  /// @throws JsonException if it is not a time
  public Optional<Instant> optionalInstant(String name) throws JsonException {
    return has(name) ? Optional.of(instant(name)) : Optional.empty();
  }

  /// {@return a SHA-256 digest in lower-case hexadecimal}
  ///
  /// @param name the member
  /// @throws JsonException if it is missing or not a digest
  public String digest(String name) throws JsonException {
    var text = text(name, 64);
    if (!DIGEST.matcher(text).matches()) {
      throw new JsonException(place + name + ": (expected: 64 of 0-9a-f)");
    }
    return text;
  }

  /// {@return a digest, or empty if there is no such member}
  ///
  /// @param name the member
  /// @throws JsonException if it is not a digest
  public Optional<String> optionalDigest(String name) throws JsonException {
    return has(name) ? Optional.of(digest(name)) : Optional.empty();
  }

  /// {@return the members of an object within this one}
  ///
  /// @param name the member
  /// @throws JsonException if it is missing or not an object
  public JsonMembers object(String name) throws JsonException {
    var value = required(name);
    if (!value.isObject()) {
      throw new JsonException(place + name + ": (expected: an object)");
    }
    return new JsonMembers(place + name + ".", value);
  }

  /// {@return the objects of a list}
  ///
  /// @param name the member
  /// @param maxItems the most elements
  /// @throws JsonException if it is missing, not a list of objects, or longer
  public List<JsonMembers> objects(String name, int maxItems) throws JsonException {
    var list = new ArrayList<JsonMembers>();
    for (var item : array(name, maxItems)) {
      if (!item.isObject()) {
        throw new JsonException(place + name + "[]: (expected: an object)");
      }
      list.add(new JsonMembers(place + name + "[].", item));
    }
    return list;
  }

  /// {@return all members of this object, each a text, in the order of their names}
  ///
  /// @param maxMembers the most members
  /// @param maxChars the most characters of each text
  /// @throws JsonException if there are more members, or one is not a text, or is longer
  public SortedMap<String, String> allTexts(int maxMembers, int maxChars) throws JsonException {
    if (node.size() > maxMembers) {
      throw new JsonException(
          place.substring(0, Math.max(0, place.length() - 1))
              + ": (expected: at most "
              + maxMembers
              + " members)");
    }
    var texts = new TreeMap<String, String>();
    for (var names = node.fieldNames(); names.hasNext(); ) {
      var name = names.next();
      asked.add(name);
      texts.put(name, textOf(node.get(name), place + CodePoints.shown(name, 40), maxChars));
    }
    return texts;
  }

  /// {@return whether there is such a member; `null` counts as missing}
  ///
  /// @param name the member
  public boolean has(String name) {
    asked.add(name);
    return node.hasNonNull(name);
  }

  /// Rejects members that were not read.
  ///
  /// @throws JsonException if there is such a member
  public void end() throws JsonException {
    for (var names = node.fieldNames(); names.hasNext(); ) {
      var name = names.next();
      if (!asked.contains(name)) {
        throw new JsonException(
            place + CodePoints.shown(name, 40) + ": (expected: no such member)");
      }
    }
  }

  private JsonNode required(String name) throws JsonException {
    if (!has(name)) {
      throw new JsonException(place + name + ": (expected: this member)");
    }
    return node.get(name);
  }

  private JsonNode array(String name, int maxItems) throws JsonException {
    var value = required(name);
    if (!value.isArray() || value.size() > maxItems) {
      throw new JsonException(place + name + ": (expected: a list of at most " + maxItems + ")");
    }
    return value;
  }

  private static String textOf(JsonNode value, String where, int maxChars) throws JsonException {
    if (value.getNodeType() != JsonNodeType.STRING
        || CodePoints.exceed(value.textValue(), maxChars)) {
      throw new JsonException(where + ": (expected: text of at most " + maxChars + " characters)");
    }
    if (!CodePoints.areWhole(value.textValue())) {
      throw new JsonException(where + ": (expected: no half of a surrogate pair)");
    }
    return value.textValue();
  }
}
