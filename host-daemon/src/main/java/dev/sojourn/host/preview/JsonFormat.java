package dev.sojourn.host.preview;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;

/// Reads log lines in JSON: one object per line, with common member names. In Caddy's log `request`
/// is a nested object that has the header fields as lists.
final class JsonFormat {
  private static final List<String> AGENT =
      List.of("http_user_agent", "user_agent", "userAgent", "user-agent", "agent");
  private static final List<String> REQUEST = List.of("request", "request_line");
  private static final List<String> METHOD = List.of("request_method", "method");
  private static final List<String> TARGET = List.of("request_uri", "uri", "url", "path");
  private static final List<String> STATUS = List.of("status", "status_code", "response");
  private static final List<String> BYTES =
      List.of("body_bytes_sent", "bytes_sent", "bytes", "size");
  private static final List<String> ETAG = List.of("sent_http_etag", "etag");
  private static final List<String> TIME =
      List.of("time_iso8601", "@timestamp", "timestamp", "time_local", "time");

  /// A time in the year 9999, in seconds since 1970.
  private static final long MAX_SECONDS = 253_370_764_800L;

  private static final ObjectReader READER = reader();

  private JsonFormat() {}

  private static ObjectReader reader() {
    var mapper = JsonMapper.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();
    mapper
        .getFactory()
        .setStreamReadConstraints(
            StreamReadConstraints.builder().maxNestingDepth(32).maxNumberLength(32).build());
    return mapper.reader();
  }

  static AccessLogReading read(String line) {
    JsonNode node;
    try {
      node = READER.readTree(line);
    } catch (JsonProcessingException e) {
      var at = Optional.ofNullable(e.getLocation());
      return new AccessLogReading.Malformed(
          at.map(location -> Math.max(1, location.getColumnNr())).orElse(1),
          "one JSON object without repeated members");
    }
    var request = node.path("request").isObject() ? node.path("request") : node;
    var status = first(node, STATUS).filter(text -> text.matches("[1-9][0-9]{2}"));
    var target = target(request);
    if (status.isEmpty() || target.isEmpty()) {
      return new AccessLogReading.Malformed(
          1, "a member of " + (status.isEmpty() ? STATUS + ", three digits" : TARGET + ""));
    }
    var bytes = first(node, BYTES).filter(text -> text.matches("[0-9]{1,18}")).orElse("0");
    return new AccessLogReading.Read(
        new AccessLogEntry(
            first(request, AGENT)
                .or(() -> listed(request.path("headers"), "User-Agent"))
                .filter(agent -> !agent.equals("-"))
                .orElse(""),
            method(request),
            target.get(),
            Integer.parseInt(status.get()),
            Long.parseLong(bytes),
            first(node, ETAG)
                .or(() -> listed(node.path("resp_headers"), "Etag"))
                .filter(etag -> !etag.isEmpty() && !etag.equals("-")),
            first(node, TIME).map(JsonFormat::day).or(() -> epochDay(node.path("ts"))).orElse("")));
  }

  /// Returns the first value of a header field, which Caddy logs as a list.
  private static Optional<String> listed(JsonNode fields, String name) {
    return Optional.of(fields.path(name).path(0)).filter(JsonNode::isTextual).map(JsonNode::asText);
  }

  /// Converts seconds since 1970 to a date in UTC.
  private static Optional<String> epochDay(JsonNode time) {
    return Optional.of(time)
        .filter(JsonNode::isNumber)
        .map(JsonNode::asLong)
        .filter(seconds -> seconds > 0 && seconds < MAX_SECONDS)
        .map(seconds -> LocalDate.ofEpochDay(seconds / 86_400).toString());
  }

  private static Optional<String> first(JsonNode node, List<String> names) {
    return names.stream()
        .map(node::path)
        .filter(JsonNode::isValueNode)
        .filter(value -> !value.isNull())
        .map(JsonNode::asText)
        .findFirst();
  }

  private static String method(JsonNode node) {
    return first(node, METHOD)
        .or(() -> first(node, REQUEST).map(request -> request.split(" ", 2)[0]))
        .orElse("GET");
  }

  private static Optional<String> target(JsonNode node) {
    return first(node, TARGET)
        .or(
            () ->
                first(node, REQUEST)
                    .map(request -> request.split(" ", 3))
                    .filter(parts -> parts.length > 1)
                    .map(parts -> parts[1]));
  }

  /// Returns the date of a time such as `2026-11-24T…` or `24/Nov/2026:…`.
  private static String day(String time) {
    int end = time.startsWith("2") && time.indexOf('-') == 4 ? 10 : 11;
    return time.length() < end ? "" : time.substring(0, end);
  }
}
