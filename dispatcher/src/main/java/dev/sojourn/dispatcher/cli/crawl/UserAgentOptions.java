package dev.sojourn.dispatcher.cli.crawl;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.dispatcher.cli.key.OwnerKey;
import dev.sojourn.fetch.site.Politeness;
import java.io.BufferedReader;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/// The options for the User-Agent field of a crawler, as a picocli mixin.
final class UserAgentOptions {
  private final Path file;
  private final Optional<String> variable;

  /// Creates the options for the user of this program.
  UserAgentOptions() {
    this(
        OwnerKey.file().resolveSibling("contact"),
        Optional.ofNullable(System.getenv(CrawlerContact.VARIABLE)));
  }

  /// @param file the file that stores the contact
  /// @param variable the contact from the environment
  UserAgentOptions(Path file, Optional<String> variable) {
    this.file = file;
    this.variable = variable;
  }

  @Option(
      names = "--user-agent",
      paramLabel = "TEXT",
      description =
          "The User-Agent field of HTTP requests (default: the name with a version and the"
              + " contact).")
  private Optional<String> userAgent = Optional.empty();

  @Option(
      names = "--contact",
      paramLabel = "URL|MAIL",
      description = {
        "A page or a mail address at which sites can reach you, for the User-Agent field (default:"
            + " that",
        "of SOJOURN_CONTACT, else the one that you gave when a crawl asked)."
      })
  private Optional<String> contact = Optional.empty();

  /// The User-Agent field, with the given or stored contact.
  ///
  /// @param productToken the crawler's name
  String userAgent(String productToken) {
    return userAgent.orElseGet(
        () -> productToken + "/0.1" + contact().map(text -> " (+" + text + ")").orElse(""));
  }

  /// Asks for a contact if none is known, the user was not asked before, and sites of others are
  /// crawled.
  ///
  /// @param starts the start URLs
  /// @param canAsk whether a person is at the terminal
  /// @param in the input of the person
  /// @param err receives the question
  void settle(List<String> starts, boolean canAsk, BufferedReader in, PrintWriter err) {
    if (canAsk && isLacking(starts)) {
      contact = CrawlerContact.ask(in, err, file);
    }
  }

  /// {@return a remark if requests name no contact and the user did not refuse to give one}
  ///
  /// @param starts the start URLs
  Optional<String> remark(List<String> starts) {
    return isLacking(starts)
        ? Optional.of(
            "Requests name nobody whom a site could write to; give a page or a mail address of yours with --contact or %s."
                .formatted(CrawlerContact.VARIABLE))
        : Optional.empty();
  }

  private boolean isLacking(List<String> starts) {
    return userAgent.isEmpty()
        && contact().isEmpty()
        && !Files.exists(file)
        && starts.stream()
            .flatMap(start -> PageUrl.parse(start).stream())
            .anyMatch(start -> !Politeness.isOfThisMachine(start.origin()));
  }

  private Optional<String> contact() {
    return contact
        .or(() -> variable)
        .filter(text -> !text.isBlank())
        .map(CrawlerContact::checked)
        .or(() -> CrawlerContact.kept(file));
  }
}
