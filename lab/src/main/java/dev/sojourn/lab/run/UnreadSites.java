package dev.sojourn.lab.run;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sojourn.crawl.local.report.RobotsStanding;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// The sites without a page that a crawl read, with the reasons in its summary.
final class UnreadSites {
  private UnreadSites() {}

  /// {@return a sentence for each such site, in the order of the sites}
  ///
  /// @param summary that the crawl printed
  static List<String> of(JsonNode summary) {
    var sentences = new ArrayList<String>();
    var sites = summary.path("sites");
    for (int i = 0; i < sites.size(); i++) {
      var site = sites.get(i);
      var territories = territories(summary, site);
      if (territories.stream().allMatch(territory -> territory.path("pages").asLong() == 0)) {
        sentences.add(
            "No page of %s%s was read: %s."
                .formatted(
                    site.path("site").asText(),
                    sites.size() == 1 ? "" : " (site %d)".formatted(i + 1),
                    reason(site, territories)));
      }
    }
    return sentences;
  }

  private static List<JsonNode> territories(JsonNode summary, JsonNode site) {
    return summary
        .path("territories")
        .valueStream()
        .filter(territory -> territory.path("site").equals(site.path("site")))
        .toList();
  }

  private static String reason(JsonNode site, List<JsonNode> territories) {
    if (site.path("robots").asText().equals(RobotsStanding.UNREACHABLE.word())) {
      return withoutPoint(site.path("sentence").asText());
    }
    if (!site.path("disallowedStarts").isEmpty()) {
      return "robots.txt disallows " + site.path("disallowedStarts").path(0).asText();
    }
    var noted =
        territories.stream()
            .map(territory -> territory.path("reason").asText())
            .filter(reason -> !reason.isEmpty())
            .findFirst();
    if (noted.isPresent()) {
      return withoutPoint(noted.get());
    }
    var outcomes =
        territories.stream()
            .flatMap(territory -> territory.path("urls").path("outcomes").propertyStream())
            .filter(outcome -> outcome.getValue().asLong() > 0)
            .map(outcome -> outcome.getValue().asLong() + " " + outcome.getKey())
            .collect(Collectors.joining(", "));
    return (outcomes.isEmpty() ? "none was asked for" : "of the answers " + outcomes)
        + "; look for a page at site.start";
  }

  private static String withoutPoint(String sentence) {
    return sentence.endsWith(".") ? sentence.substring(0, sentence.length() - 1) : sentence;
  }
}
