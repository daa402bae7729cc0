package dev.sojourn.dispatcher.crawl;

import dev.sojourn.base.Bytes;
import dev.sojourn.crawl.plan.RobotsOutcome;
import dev.sojourn.crawl.plan.RobotsOutcome.Kind;
import dev.sojourn.fetch.client.WireTally;
import dev.sojourn.fetch.site.RobotsFetcher;
import dev.sojourn.robots.fetch.FetchResult;
import dev.sojourn.robots.fetch.FetchSettings;

/// The result of the first fetch of a site's robots.txt, with the validators for a later fetch.
///
/// @param outcome the rules, with a sentence about the fetch
/// @param result the result of the fetch, with its time and validators
public record FirstRules(RobotsOutcome outcome, FetchResult result) {

  /// Fetches the file of one site as [RobotsFetcher#fetch(String, FetchSettings, WireTally)] does.
  ///
  /// @param robots makes the requests
  /// @param origin scheme, host and non-default port, as [dev.sojourn.agent.PageUrl#origin()]
  ///   writes it
  /// @param tally the tally of the bytes on the wire
  /// @return the rules, with the values that are needed to fetch them again
  /// @throws InterruptedException if the thread was interrupted
  /// @throws IllegalArgumentException if the text is not an origin
  public static FirstRules fetch(RobotsFetcher robots, String origin, WireTally tally)
      throws InterruptedException {
    var fetched = robots.fetch(origin, FetchSettings.STANDARD, tally);
    var outcome =
        outcome(origin + "/robots.txt", fetched.url(), fetched.result())
            .withDestinations(fetched.destinations());
    return new FirstRules(outcome, fetched.result());
  }

  private static RobotsOutcome outcome(String given, String last, FetchResult result) {
    return switch (result) {
      case FetchResult.Read(var response, var sameOrigin) -> {
        var body = Bytes.wrap(response.body());
        yield sameOrigin
            ? RobotsOutcome.of(Kind.READ, body, given + " was read.")
            : RobotsOutcome.of(
                Kind.READ_ELSEWHERE,
                body,
                given
                    + " redirects through another origin to "
                    + last
                    + ": its rules are obeyed, but no agents are sent where it says, since a site"
                    + " must name its hosts itself.");
      }
      case FetchResult.Unavailable(var reason) ->
          RobotsOutcome.of(
              Kind.ABSENT,
              Bytes.EMPTY,
              "There is no " + given + " (" + reason + "): all is allowed.");
      case FetchResult.Forbidden(var reason) -> unreachable(given, reason);
      case FetchResult.Unreachable(var reason) -> unreachable(given, reason);
      case FetchResult.NotModified _ -> unreachable(given, "status 304 without being asked");
    };
  }

  private static RobotsOutcome unreachable(String given, String reason) {
    return RobotsOutcome.of(
        Kind.UNREACHABLE,
        Bytes.EMPTY,
        given + " could not be read (" + reason + "): nothing may be fetched until it can.");
  }
}
