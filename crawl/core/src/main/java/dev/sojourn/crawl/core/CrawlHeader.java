package dev.sojourn.crawl.core;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/// The settings with which a crawl began; `--resume` does not change them.
///
/// @param id letters and digits, unguessable; agent ids begin with it
/// @param starts the start URLs, normalised
/// @param productToken selects the groups of robots.txt
/// @param codeDigest SHA-256 of the agent's jar, in hexadecimal
/// @param entryClass the agent's class
/// @param ownerKeyId the key that signs passports and requests
/// @param begun the start of the crawl, in milliseconds since 1970
/// @param parameters the parameters of the agents, by name; empty for a crawl of an earlier version
public record CrawlHeader(
    String id,
    List<String> starts,
    String productToken,
    String codeDigest,
    String entryClass,
    String ownerKeyId,
    long begun,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) @JsonSetter(nulls = Nulls.AS_EMPTY)
        Map<String, String> parameters) {

  private static final ObjectMapper JSON = new ObjectMapper();

  /// Copies the collections.
  public CrawlHeader {
    starts = List.copyOf(starts);
    parameters = Map.copyOf(parameters);
  }

  /// {@return the header as it is stored}
  ///
  /// @throws IOException if it cannot be written
  public String json() throws IOException {
    return JSON.writeValueAsString(this);
  }

  /// {@return a stored header}
  ///
  /// @param json as [#json] wrote it
  /// @throws IllegalArgumentException if the text is not a header
  public static CrawlHeader parse(String json) {
    try {
      return JSON.readValue(json, CrawlHeader.class);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("json: no header (expected: as written here)", e);
    }
  }
}
