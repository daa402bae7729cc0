package dev.sojourn.dispatcher.cli.robots;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.atp.tls.TlsAuthorities;
import dev.sojourn.base.cli.CommandException;
import dev.sojourn.base.cli.CommandRun;
import dev.sojourn.base.cli.ExitCode;
import dev.sojourn.base.file.RegularFile;
import dev.sojourn.base.text.ForeignText;
import dev.sojourn.dispatcher.cli.option.SiteOptions;
import dev.sojourn.fetch.client.WireTally;
import dev.sojourn.fetch.site.HttpFetcher;
import dev.sojourn.fetch.site.HttpSettings;
import dev.sojourn.fetch.site.RobotsFetcher;
import dev.sojourn.robots.RobotsOptions;
import dev.sojourn.robots.fetch.FetchResult;
import dev.sojourn.robots.fetch.FetchSettings;
import dev.sojourn.robots.lint.ServedFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.InstantSource;

/// The robots.txt file for a command: a file on disk, or the file of a site.
///
/// @param name its name in messages
/// @param bytes its content; if the file exceeds the limit, at least one octet beyond that limit
/// @param served its known size, and the content type that the site sent
/// @param elsewhere whether a redirect led over another origin, so that its routes have no effect
record RobotsSource(String name, byte[] bytes, ServedFile served, boolean elsewhere) {

  private static final String USER_AGENT = "Sojourn/0.1";
  private static final int MAX_REASON_CHARS = 1_000;

  /// Reads the file or URL that an argument of the command line names.
  ///
  /// @param site the trusted authorities for requests to a site
  static RobotsSource of(String word, RobotsOptions options, SiteOptions site)
      throws InterruptedException {
    var authorities = site.authorities();
    return word.startsWith("http://") || word.startsWith("https://")
        ? ofSite(word, options, authorities)
        : ofFile(word, options);
  }

  private static RobotsSource ofFile(String word, RobotsOptions options) {
    if (word.contains("://")) {
      throw noUrl(word);
    }
    try {
      var file = Path.of(word);
      try (var in = RegularFile.open(file)) {
        var bytes = in.readNBytes(options.maxBytes() + 1);
        var served = ServedFile.onDisk(Math.max(bytes.length, Files.size(file)));
        return new RobotsSource(word, bytes, served, false);
      }
    } catch (InvalidPathException _) {
      throw new CommandException(ExitCode.USAGE, "'" + word + "' is neither a file nor a URL.");
    } catch (IOException e) {
      throw new CommandException(ExitCode.FAILED, CommandRun.sentence(e));
    }
  }

  private static RobotsSource ofSite(String word, RobotsOptions options, TlsAuthorities authorities)
      throws InterruptedException {
    var url = PageUrl.parse(word).orElseThrow(() -> noUrl(word));
    var http = HttpSettings.standard(USER_AGENT, authorities.context());
    try (var fetcher = HttpFetcher.open(http)) {
      var fetched =
          new RobotsFetcher(fetcher, InstantSource.system())
              .fetch(url.origin(), FetchSettings.STANDARD.withOptions(options), new WireTally());
      return switch (fetched.result()) {
        case FetchResult.Read(var response, var sameOrigin) ->
            new RobotsSource(
                fetched.url(),
                response.body(),
                ServedFile.from(response.body().length, fetched.contentType()),
                !sameOrigin);
        case FetchResult.Unavailable(var reason) ->
            throw new CommandException(
                ExitCode.FAILED,
                "There is no robots.txt: "
                    + plain(reason)
                    + "; crawlers may fetch everything, and no agent is sent.");
        case FetchResult.Forbidden(var reason) ->
            throw new CommandException(
                ExitCode.REFUSED, "Access to robots.txt is denied: " + plain(reason) + ".");
        case FetchResult.Unreachable(var reason) ->
            throw new CommandException(
                ExitCode.UNREACHABLE,
                "The robots.txt of "
                    + url.origin()
                    + " cannot be read: "
                    + plain(reason)
                    + "; crawlers treat that as a complete disallow.");
        case FetchResult.NotModified _ ->
            throw new IllegalStateException("304 for an unconditional request");
      };
    }
  }

  private static CommandException noUrl(String word) {
    return new CommandException(ExitCode.USAGE, "'" + word + "' is not a URL of http or https.");
  }

  /// The reason may contain text from the site, such as the target of a redirect.
  private static String plain(String reason) {
    return ForeignText.of(reason).line(MAX_REASON_CHARS);
  }
}
