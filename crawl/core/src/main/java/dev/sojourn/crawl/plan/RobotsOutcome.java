package dev.sojourn.crawl.plan;

import dev.sojourn.base.Bytes;
import dev.sojourn.base.text.ForeignText;
import dev.sojourn.identity.net.Destinations;
import dev.sojourn.robots.RobotsOptions;
import dev.sojourn.robots.RobotsTxt;

/// The outcome of fetching a site's robots.txt, with the rules that follow from it.
///
/// @param kind the kind of outcome
/// @param body the file as it was read; empty if there is no file
/// @param sentence the outcome, for people
/// @param robots the rules that apply to the site
/// @param destinations the addresses that the named hosts may have: any if the site is known to be
///   in this machine's own network, else only Internet addresses
public record RobotsOutcome(
    Kind kind, Bytes body, String sentence, RobotsTxt robots, Destinations destinations) {

  /// The suffix of the kind in a description, for [Destinations#INSIDE].
  private static final String INSIDE = "@inside";

  // Large enough for a sentence that repeats three long URLs.
  private static final int MAX_SENTENCE_CHARS = 32 * 1024;

  /// Makes the sentence one line. The sentence may contain text of the site: the target of a
  /// redirect.
  public RobotsOutcome {
    sentence = ForeignText.of(sentence).line(MAX_SENTENCE_CHARS);
  }

  /// The ways in which fetching robots.txt ends.
  public enum Kind {
    /// The site itself served the file.
    READ,
    /// The file was read, but through a redirect by way of another origin. Its rules are valid. Its
    /// routes are not, since a redirect could otherwise send agents to the host of another party.
    READ_ELSEWHERE,
    /// There is no file (a 4xx status): everything is allowed, and no host is named.
    ABSENT,
    /// The rules are unknown: no answer, a 5xx status, or 429. Everything is disallowed until they
    /// are known.
    UNREACHABLE
  }

  /// {@return the outcome without the file, in one line that [#ofDescription] reads}
  public String description() {
    return kind.name() + (destinations == Destinations.INSIDE ? INSIDE : "") + " " + sentence;
  }

  /// Restores the outcome from its stored description. Needs no network, so later changes in name
  /// resolution have no effect. A site counts as part of this machine's own network only if the
  /// description says so.
  ///
  /// @param description as [#description] returned it
  /// @param body the file as it was read
  /// @return the outcome with that description
  /// @throws IllegalArgumentException if the description is not valid
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

  /// {@return this outcome with other destinations}
  ///
  /// @param others the addresses that the named hosts may have
  public RobotsOutcome withDestinations(Destinations others) {
    return new RobotsOutcome(kind, body, sentence, robots, others);
  }

  /// {@return this outcome with unknown routes}
  public RobotsOutcome withIndeterminateRoutes() {
    return new RobotsOutcome(kind, body, sentence, robots.withIndeterminateRoutes(), destinations);
  }

  /// {@return the outcome for a site on the Internet, with the rules that follow from the file}
  ///
  /// @param kind the kind of outcome
  /// @param body the file as it was read; empty if there is no file
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
