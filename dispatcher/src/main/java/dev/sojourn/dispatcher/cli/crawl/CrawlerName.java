package dev.sojourn.dispatcher.cli.crawl;

import java.util.Optional;
import picocli.CommandLine.Option;

/// The options for the name of a crawler, as a picocli mixin.
final class CrawlerName {
  @Option(
      names = "--product-token",
      paramLabel = "NAME",
      description =
          "The crawler's name: picks the groups of robots.txt (default: ${DEFAULT-VALUE}).")
  private String productToken = "SojournBot";

  @Option(
      names = "--user-agent",
      paramLabel = "TEXT",
      description = "The User-Agent field of HTTP requests (default: the name with a version).")
  private Optional<String> userAgent = Optional.empty();

  /// Picks the groups of robots.txt.
  String productToken() {
    return productToken;
  }

  String userAgent() {
    return userAgent.orElse(productToken + "/0.1");
  }
}
