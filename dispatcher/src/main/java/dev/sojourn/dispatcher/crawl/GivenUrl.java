package dev.sojourn.dispatcher.crawl;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.agent.url.UrlReader;
import dev.sojourn.agent.url.UrlReading;
import dev.sojourn.agent.url.UrlReading.Fault;
import dev.sojourn.base.cli.CommandException;
import dev.sojourn.base.cli.ExitCode;
import dev.sojourn.base.text.ForeignText;
import java.util.List;
import java.util.Optional;

/// A URL that a user gave, on the command line or in a file.
public final class GivenUrl {
  private static final int SHOWN_CHARS = 200;

  private GivenUrl() {}

  /// {@return the URL}
  ///
  /// @param text the text as it was given
  /// @throws CommandException if the text is not the URL of a page; the message suggests a
  ///   correction
  public static PageUrl read(String text) {
    return PageUrl.parse(text)
        .orElseThrow(
            () ->
                new CommandException(
                    ExitCode.USAGE,
                    "'"
                        + ForeignText.of(text).text(SHOWN_CHARS)
                        + "' is no http or https URL, "
                        + hint(text)));
  }

  private static String hint(String text) {
    return switch (UrlReader.read(text)) {
      case UrlReading.Unread(var fault) when fault == Fault.NO_HOST -> "since it names no host.";
      case UrlReading.Unread(var fault) when fault == Fault.NO_PORT ->
          "since its port is no number up to 65535.";
      case UrlReading.Unread(var fault) when fault == Fault.TOO_LONG ->
          "since it has more than " + UrlReader.MAX_CHARS + " characters.";
      default -> meant(text).orElse("as https://example.org/ is one.");
    };
  }

  /// The suggestion for a host name without a scheme: a name with a dot or a port.
  private static Optional<String> meant(String text) {
    var host = text.split("[/?#]", 2)[0];
    boolean isName = host.matches("[^:]+(:[0-9]{1,5})?") && host.matches("[^:]*[^.:][.:].+");
    return Optional.of("https://" + text)
        .filter(_ -> isName)
        .flatMap(PageUrl::parse)
        .map(url -> "as " + url + " is one.");
  }

  /// {@return a remark on each URL with a user name or password, which are left out}
  ///
  /// @param texts the texts as they were given
  public static List<String> remarks(List<String> texts) {
    return texts.stream().flatMap(text -> remark(text).stream()).distinct().toList();
  }

  private static Optional<String> remark(String text) {
    return UrlReader.read(text) instanceof UrlReading.Read read && read.hadUser()
        ? Optional.of(
            "User name and password are left out of "
                + read.origin()
                + read.path()
                + "; pages are asked for without them.")
        : Optional.empty();
  }
}
