package dev.sojourn.atp.parcel;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import dev.sojourn.agent.FrontierCounts;
import dev.sojourn.base.Bytes;
import dev.sojourn.base.json.JsonException;
import dev.sojourn.base.text.CodePoints;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// The JSON lines of a parcel. Each line is an object with exactly one member: `finding`,
/// `referral`, `dropped`, `frontier`, `page` or `log`.
final class ParcelLines {

  private static final JsonFactory JSON =
      JsonFactory.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .streamReadConstraints(StreamReadConstraints.builder().maxNestingDepth(100).build())
          .build();

  /// Typical size of a line, in bytes.
  private static final int LINE_BYTES = 256;

  private static final byte[] FINDING = "{\"finding\":".getBytes(StandardCharsets.UTF_8);

  private ParcelLines() {}

  static Bytes write(List<ParcelLine> lines) {
    var out = new ByteArrayOutputStream(lines.size() * LINE_BYTES);
    try {
      for (var line : lines) {
        switch (line) {
          case ParcelLine.Finding(var octets) -> {
            out.writeBytes(FINDING);
            octets.writeTo(out);
            out.write('}');
          }
          case ParcelLine.Referral referral -> out.writeBytes(member("referral", referral.url()));
          case ParcelLine.Dropped(long count) ->
              out.writeBytes(("{\"dropped\":" + count + "}").getBytes(StandardCharsets.UTF_8));
          case ParcelLine.Counted(var counts) -> out.writeBytes(frontier(counts));
          case ParcelLine.Page(var asked) -> out.writeBytes(page(asked));
          case ParcelLine.Log log -> out.writeBytes(member("log", log.text()));
        }
        out.write('\n');
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return Bytes.wrap(out.toByteArray());
  }

  static byte[] page(PageRecord asked) {
    var line = new ByteArrayOutputStream(LINE_BYTES);
    try (JsonGenerator json = JSON.createGenerator(line)) {
      json.writeStartObject();
      json.writeFieldName("page");
      PageRecordJson.write(asked, json);
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return line.toByteArray();
  }

  private static byte[] frontier(FrontierCounts counts) throws IOException {
    var text = new StringWriter();
    try (JsonGenerator json = JSON.createGenerator(text)) {
      json.writeStartObject();
      json.writeFieldName("frontier");
      FrontierCountsJson.write(counts, json);
      json.writeEndObject();
    }
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] member(String name, String value) throws IOException {
    var text = new StringWriter();
    try (JsonGenerator json = JSON.createGenerator(text)) {
      json.writeStartObject();
      json.writeStringField(name, value);
      json.writeEndObject();
    }
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }

  /// {@return the line that a text contains}
  ///
  /// @throws IOException if the text is not a line
  static ParcelLine read(String text) throws IOException {
    try (JsonParser parser = JSON.createParser(text)) {
      require(parser.nextToken() == JsonToken.START_OBJECT);
      require(parser.nextToken() == JsonToken.FIELD_NAME);
      var name = parser.currentName();
      var value = parser.nextToken();
      var line =
          switch (name) {
            case "finding" -> new ParcelLine.Finding(object(text, parser, value));
            case "page" -> new ParcelLine.Page(page(object(text, parser, value)));
            case "referral" -> {
              require(value == JsonToken.VALUE_STRING && CodePoints.areWhole(parser.getText()));
              yield new ParcelLine.Referral(parser.getText());
            }
            case "dropped" -> new ParcelLine.Dropped(count(parser, value));
            case "frontier" -> {
              require(value == JsonToken.START_OBJECT);
              yield new ParcelLine.Counted(FrontierCountsJson.read(parser));
            }
            case "log" -> {
              require(value == JsonToken.VALUE_STRING && CodePoints.areWhole(parser.getText()));
              yield new ParcelLine.Log(parser.getText());
            }
            default -> throw new IOException(name);
          };
      require(parser.nextToken() == JsonToken.END_OBJECT);
      require(parser.nextToken() == null);
      return line;
    }
  }

  /// Cuts the text of an object out of the line.
  private static String object(String text, JsonParser parser, JsonToken value) throws IOException {
    require(value == JsonToken.START_OBJECT);
    int from = (int) parser.currentTokenLocation().getCharOffset();
    readThrough(parser);
    int to = (int) parser.currentLocation().getCharOffset();
    return text.substring(from, to);
  }

  private static long count(JsonParser parser, JsonToken value) throws IOException {
    require(value == JsonToken.VALUE_NUMBER_INT);
    long count = parser.getLongValue();
    require(count >= 1 && count <= ParcelLine.Dropped.MOST);
    return count;
  }

  private static PageRecord page(String object) throws IOException {
    try {
      return PageRecordJson.read(object.getBytes(StandardCharsets.UTF_8));
    } catch (JsonException e) {
      throw new IOException(e);
    }
  }

  /// Skips the object, but decodes its texts to check them too.
  private static void readThrough(JsonParser parser) throws IOException {
    int depth = 1;
    while (depth > 0) {
      var token = parser.nextToken();
      require(token != null);
      if (token.isStructStart()) {
        depth++;
      } else if (token.isStructEnd()) {
        depth--;
      } else if (token == JsonToken.VALUE_STRING) {
        parser.getTextLength();
      }
    }
  }

  private static void require(boolean holds) throws IOException {
    if (!holds) {
      throw new IOException("line");
    }
  }
}
