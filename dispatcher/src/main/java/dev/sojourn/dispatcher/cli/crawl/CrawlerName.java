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
  /// The default product token.
  static final String USUAL = "SojournBot";

  @Option(
      names = "--product-token",
      paramLabel = "NAME",
      description =
          "The crawler's name: picks the groups of robots.txt (default: ${DEFAULT-VALUE}).")
  private String productToken = USUAL;

  @Mixin private UserAgentOptions userAgent;

  /// Creates the options for the user of this program.
  CrawlerName() {
    userAgent = new UserAgentOptions();
  }

  /// @param file the file that stores the contact
  /// @param variable the contact from the environment
  CrawlerName(Path file, Optional<String> variable) {
    userAgent = new UserAgentOptions(file, variable);
  }

  /// The name that selects the groups of robots.txt.
  String productToken() {
    return productToken;
  }

  /// See [UserAgentOptions#userAgent].
  String userAgent() {
    return userAgent.userAgent(productToken);
  }

  /// See [UserAgentOptions#settle].
  void settle(List<String> starts, boolean canAsk, BufferedReader in, PrintWriter err) {
    userAgent.settle(starts, canAsk, in, err);
  }

  /// See [UserAgentOptions#remark].
  Optional<String> remark(List<String> starts) {
    return userAgent.remark(starts);
  }
}
