package dev.sojourn.dispatcher.cli.robots;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.dispatcher.http.HttpFetcher;
import dev.sojourn.dispatcher.http.HttpReply;
import dev.sojourn.dispatcher.http.HttpSettings;
import dev.sojourn.dispatcher.http.WireTally;
import dev.sojourn.host.cli.CommandException;
import dev.sojourn.host.cli.CommandRun;
import dev.sojourn.host.cli.ExitCode;
import dev.sojourn.robots.RobotsOptions;
import dev.sojourn.robots.fetch.FetchAnswer;
import dev.sojourn.robots.fetch.FetchPolicy;
import dev.sojourn.robots.fetch.FetchResult;
import dev.sojourn.robots.fetch.FetchStep;
import dev.sojourn.robots.fetch.RobotsFetch;
import dev.sojourn.robots.fetch.Validators;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;

/// A robots.txt file that a command was given: a file on disk, or the one of the site of a URL.
///
/// @param name what to call it
/// @param bytes what it says, one octet more than is read where it is longer
/// @param sizeBytes how large it is as far as it was read
/// @param elsewhere whether it came over another origin, so that its routes do not hold
record RobotsSource(String name, byte[] bytes, long sizeBytes, boolean elsewhere) {

  private static final String USER_AGENT = "Sojourn/0.1";

  /// Reads what a word of the command line names.
  static RobotsSource of(String word, RobotsOptions options) throws InterruptedException {
    return word.startsWith("http://") || word.startsWith("https://")
        ? ofSite(word, options)
        : ofFile(word, options);
  }

  private static RobotsSource ofFile(String word, RobotsOptions options) {
    if (word.contains("://")) {
      throw noUrl(word);
    }
    try {
      var file = Path.of(word);
      if (Files.isDirectory(file)) {
        throw new CommandException(
            ExitCode.FAILED, file + " is a directory; name a robots.txt file or a URL.");
      }
      try (var in = Files.newInputStream(file)) {
        var bytes = in.readNBytes(options.maxBytes() + 1);
        return new RobotsSource(word, bytes, Math.max(bytes.length, Files.size(file)), false);
      }
    } catch (InvalidPathException _) {
      throw new CommandException(ExitCode.USAGE, "'" + word + "' is neither a file nor a URL.");
    } catch (IOException e) {
      throw new CommandException(ExitCode.FAILED, CommandRun.sentence(e));
    }
  }

  private static RobotsSource ofSite(String word, RobotsOptions options)
      throws InterruptedException {
    var url = PageUrl.parse(word).orElseThrow(() -> noUrl(word));
    var fetch = RobotsFetch.of(url.origin(), FetchPolicy.STANDARD.withOptions(options));
    try (var fetcher = HttpFetcher.open(HttpSettings.standard(USER_AGENT))) {
      while (true) {
        switch (fetch.next(answer(fetcher, fetch, options))) {
          case FetchStep.Request(var next) -> fetch = next;
          case FetchStep.Done(FetchResult.Read(var response, var sameOrigin)) -> {
            return new RobotsSource(
                fetch.url(), response.body(), response.body().length, !sameOrigin);
          }
          case FetchStep.Done(FetchResult.Unavailable(var reason)) ->
              throw new CommandException(
                  ExitCode.FAILED,
                  "There is no robots.txt: "
                      + reason
                      + "; crawlers may fetch everything, and no agent is sent.");
          case FetchStep.Done(FetchResult.Forbidden(var reason)) ->
              throw new CommandException(
                  ExitCode.REFUSED, "The robots.txt is not for everybody: " + reason + ".");
          case FetchStep.Done(FetchResult.Unreachable(var reason)) ->
              throw new CommandException(
                  ExitCode.UNREACHABLE,
                  "The robots.txt cannot be had: "
                      + reason
                      + "; crawlers take that as a complete disallow.");
          case FetchStep.Done(FetchResult.NotModified _) ->
              throw new IllegalStateException("304 for a request without condition");
        }
      }
    }
  }

  private static CommandException noUrl(String word) {
    return new CommandException(ExitCode.USAGE, "'" + word + "' is not a URL of http or https.");
  }

  private static FetchAnswer answer(HttpFetcher fetcher, RobotsFetch fetch, RobotsOptions options)
      throws InterruptedException {
    var url = PageUrl.parse(fetch.url());
    if (url.isEmpty()) {
      return new FetchAnswer.Failure(fetch.url() + " is not a URL of http or https");
    }
    return switch (fetcher.get(url.get(), options.maxBytes() + 1, new WireTally())) {
      case HttpReply.Answer answer ->
          new FetchAnswer.Response(
              answer.status(),
              answer.header("location"),
              answer.body(),
              Optional.empty(),
              Validators.NONE);
      case HttpReply.Failure(_, var reason) ->
          new FetchAnswer.Failure(url.get().origin() + ": " + reason);
    };
  }
}
