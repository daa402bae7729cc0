package dev.sojourn.dispatcher.cli.crawl;

import java.io.BufferedReader;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// The options for the name of a crawler, as a picocli mixin.
final class CrawlerName {
  /// The product token of a crawler that is given none.
  static final String USUAL = "SojournBot";

  @Option(
      names = "--product-token",
      paramLabel = "NAME",
      description =
          "The crawler's name: picks the groups of robots.txt (default: ${DEFAULT-VALUE}).")
  private String productToken = USUAL;

  @Mixin private UserAgentOptions userAgent;

  /// The options of this program's user.
  CrawlerName() {
    userAgent = new UserAgentOptions();
  }

  /// @param file in which a contact is kept
  /// @param variable the contact of the environment
  CrawlerName(Path file, Optional<String> variable) {
    userAgent = new UserAgentOptions(file, variable);
  }

  /// Picks the groups of robots.txt.
  String productToken() {
    return productToken;
  }

  /// [UserAgentOptions#userAgent]
  String userAgent() {
    return userAgent.userAgent(productToken);
  }

  /// [UserAgentOptions#settle]
  void settle(List<String> starts, boolean canAsk, BufferedReader in, PrintWriter err) {
    userAgent.settle(starts, canAsk, in, err);
  }

  /// [UserAgentOptions#remark]
  Optional<String> remark(List<String> starts) {
    return userAgent.remark(starts);
  }
}
