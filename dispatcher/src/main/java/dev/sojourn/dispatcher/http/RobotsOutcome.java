package dev.sojourn.dispatcher.http;

import dev.sojourn.atp.Bytes;
import dev.sojourn.atp.PlainLine;
import dev.sojourn.robots.RobotsOptions;
import dev.sojourn.robots.RobotsTxt;

/// What came of fetching a site's robots.txt, and the rules that follow from it.
///
/// @param kind what came of it
/// @param body the file as it was read; empty unless there is one
/// @param sentence what happened, for people
/// @param robots the rules that apply to the site
public record RobotsOutcome(Kind kind, Bytes body, String sentence, RobotsTxt robots) {

  // A sentence that repeats three long URLs still fits.
  private static final int MAX_SENTENCE_CHARS = 32 * 1024;

  /// Makes the sentence one line: a site has a word in it, with the URL to which it redirects.
  public RobotsOutcome {
    sentence = PlainLine.of(sentence, MAX_SENTENCE_CHARS);
  }

  /// The ways in which fetching robots.txt ends.
  public enum Kind {
    /// There is a file, and the site itself gave it.
    READ,
    /// There is a file, but the way to it led through another origin. Its rules hold; its routes do
    /// not, since a redirect could otherwise send agents to somebody else's host.
    READ_ELSEWHERE,
    /// There is no file (a 4xx status): everything is allowed, no host is named.
    ABSENT,
    /// Nobody knows: no answer, a 5xx status, or 429. Everything is disallowed until it is known.
    UNREACHABLE
  }

  /// Makes the outcome again from what was kept of it. Needs no network.
  ///
  /// @param kind what came of the fetch
  /// @param body the file as it was read; empty unless there is one
  /// @param sentence what happened, for people
  /// @return with the rules that follow
  public static RobotsOutcome of(Kind kind, Bytes body, String sentence) {
    var robots =
        switch (kind) {
          case READ -> RobotsTxt.parse(body.toArray(), RobotsOptions.LENIENT);
          case READ_ELSEWHERE ->
              RobotsTxt.parse(body.toArray(), RobotsOptions.LENIENT).withIndeterminateRoutes();
          case ABSENT -> RobotsTxt.allowAll();
          case UNREACHABLE -> RobotsTxt.disallowAll().withIndeterminateRoutes();
        };
    return new RobotsOutcome(kind, body, sentence, robots);
  }
}
