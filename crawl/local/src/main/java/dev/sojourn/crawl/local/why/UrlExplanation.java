package dev.sojourn.crawl.local.why;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Optional;

/// The facts that a crawl knows about a URL.
///
/// @param url normalised
/// @param answer why it is in the index or not, one or two sentences
/// @param isOfCrawl whether its site belongs to the crawl
/// @param isStart whether it is a start URL
/// @param territory the path prefixes of its territory in one line; empty if its site has no plan
/// @param robots the deciding line of the robots.txt of the plan, such as `line 3, Disallow: /a/`;
///   empty if no line decides, or the file was not read
/// @param isAllowed whether that robots.txt allows it
/// @param scope why the patterns of the crawl leave it out, one sentence; empty if they do not
/// @param isWaiting whether it waits for a visit, as far as the crawl knows; the agent of a running
///   visit may know more
/// @param requests its lines of the crawl log, as `urls.jsonl` has them
public record UrlExplanation(
    String url,
    String answer,
    @JsonProperty("ofCrawl") boolean isOfCrawl,
    @JsonProperty("start") boolean isStart,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) Optional<String> territory,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) Optional<String> robots,
    @JsonProperty("allowed") boolean isAllowed,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) Optional<String> scope,
    @JsonProperty("waiting") boolean isWaiting,
    List<JsonNode> requests) {

  /// Copies the list.
  public UrlExplanation {
    requests = List.copyOf(requests);
  }

  /// {@return the same facts with an answer}
  UrlExplanation answered(String sentence) {
    return new UrlExplanation(
        url, sentence, isOfCrawl, isStart, territory, robots, isAllowed, scope, isWaiting,
        requests);
  }

  /// The explanation of a URL outside the crawl.
  static UrlExplanation outside(String url, String answer) {
    return new UrlExplanation(
        url,
        answer,
        false,
        false,
        Optional.empty(),
        Optional.empty(),
        false,
        Optional.empty(),
        false,
        List.of());
  }
}
