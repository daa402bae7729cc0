package dev.sojourn.crawl.plan;

import dev.sojourn.base.Bytes;
import dev.sojourn.base.text.ForeignText;
import dev.sojourn.identity.net.Destinations;
import dev.sojourn.robots.RobotsOptions;
import dev.sojourn.robots.RobotsTxt;

/// The outcome of fetching a site's robots.txt, with the rules that follow from it.
///
/// @param kind the kind of outcome
/// @param body the file as it was read; empty unless there is one
/// @param sentence the outcome, for people
/// @param robots the rules that apply to the site
/// @param destinations where the hosts that the file names may be: anywhere if the site is known to
///   lie in this machine's own network, else on the Internet
public record RobotsOutcome(
    Kind kind, Bytes body, String sentence, RobotsTxt robots, Destinations destinations) {

  /// Follows the kind in a description.
  private static final String INSIDE = "@inside";

  // A sentence that repeats three long URLs still fits.
  private static final int MAX_SENTENCE_CHARS = 32 * 1024;

  /// Makes the sentence one line: a site has a word in it, with the URL to which it redirects.
  public RobotsOutcome {
    sentence = ForeignText.of(sentence).line(MAX_SENTENCE_CHARS);
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
    /// The rules are unknown: no answer, a 5xx status, or 429. Everything is disallowed until they
    /// are known.
    UNREACHABLE
  }

  /// {@return the outcome, without the file, in one line that [#ofDescription] reads}
  public String description() {
    return kind.name() + (destinations == Destinations.INSIDE ? INSIDE : "") + " " + sentence;
  }

  /// Makes the outcome again from its kept description. Needs no network: a name service that has
  /// changed its answers meanwhile changes nothing. A site counts as one of this machine's own
  /// network only if it was kept so.
  ///
  /// @param description as [#description] gave it
  /// @param body the file as it was read
  /// @return the outcome with that description
  /// @throws IllegalArgumentException if nothing did
  public static RobotsOutcome ofDescription(String description, Bytes body) {
    int space = description.indexOf(' ');
    if (space < 0) {
      throw new IllegalArgumentException(
          "description: " + description + " (expected: kind and sentence)");
    }
    var head = description.substring(0, space);
    boolean isInside = head.endsWith(INSIDE);
    var kind = isInside ? head.substring(0, head.length() - INSIDE.length()) : head;
    var outcome = of(Kind.valueOf(kind), body, description.substring(space + 1));
    return isInside ? outcome.withDestinations(Destinations.INSIDE) : outcome;
  }

  /// {@return the same, but of a site whose hosts may be elsewhere}
  ///
  /// @param others the addresses that these hosts may have
  public RobotsOutcome withDestinations(Destinations others) {
    return new RobotsOutcome(kind, body, sentence, robots, others);
  }

  /// {@return the same rules, with unknown routes}
  public RobotsOutcome withIndeterminateRoutes() {
    return new RobotsOutcome(kind, body, sentence, robots.withIndeterminateRoutes(), destinations);
  }

  /// {@return the outcome of fetching the file of a site of the Internet, with the rules that
  /// follow}
  ///
  /// @param kind the kind of outcome
  /// @param body the file as it was read; empty unless there is one
  /// @param sentence the outcome, for people
  public static RobotsOutcome of(Kind kind, Bytes body, String sentence) {
    var robots =
        switch (kind) {
          case READ -> RobotsTxt.parse(body.toArray(), RobotsOptions.STANDARD);
          case READ_ELSEWHERE ->
              RobotsTxt.parse(body.toArray(), RobotsOptions.STANDARD).withIndeterminateRoutes();
          case ABSENT -> RobotsTxt.allowAll();
          case UNREACHABLE -> RobotsTxt.disallowAll().withIndeterminateRoutes();
        };
    return new RobotsOutcome(kind, body, sentence, robots, Destinations.PUBLIC);
  }
}
