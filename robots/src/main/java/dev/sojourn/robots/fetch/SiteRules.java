package dev.sojourn.robots.fetch;

import dev.sojourn.robots.RobotsTxt;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// The rules of a site after an attempt to fetch its robots.txt.
///
/// [#robots] can always decide. If no agent may be sent, its routes are indeterminate. If nothing
/// may be fetched, it disallows everything.
///
/// @param standing how the rules were obtained
/// @param robots the rules to decide by
/// @param copy the file that was last read, for use while the server is unreachable
/// @param fetched when the last answer came
/// @param expires when the file must be fetched again
/// @param unreachableSince when the server became unreachable
/// @param validators for the next request
/// @param reason why there is no file, as a short sentence; empty text if there is a file
public record SiteRules(
    Standing standing,
    RobotsTxt robots,
    Optional<RobotsTxt> copy,
    Instant fetched,
    Instant expires,
    Optional<Instant> unreachableSince,
    Validators validators,
    String reason) {

  /// The wait before an unreachable server is tried again.
  private static final Duration RETRY_AFTER = Duration.ofMinutes(10);

  /// The ways in which the rules of a site were obtained.
  public enum Standing {
    /// Read from the site itself: access and routes apply.
    READ,
    /// Read through another origin: access applies, but no agent is sent.
    READ_ELSEWHERE,
    /// The site has no file: everything may be fetched, routes are unspecified.
    ABSENT,
    /// The file is forbidden for this client (1996 dialect): nothing may be fetched.
    FORBIDDEN,
    /// The server is unreachable and there is no copy: nothing may be fetched.
    UNREACHABLE,
    /// The server is unreachable: the copy decides access, and no agent is sent.
    STALE
  }

  /// Returns the rules after a first fetch.
  ///
  /// @param result the result of the fetch
  /// @param now the time of the answer
  /// @param settings the choices that are left to the crawler
  /// @return the rules
  public static SiteRules first(FetchResult result, Instant now, FetchSettings settings) {
    return following(Optional.empty(), result, now, settings);
  }

  /// Returns the rules after another fetch.
  ///
  /// @param result the result of the fetch
  /// @param now the time of the answer
  /// @param settings the choices that are left to the crawler
  /// @return the rules, which replace these
  public SiteRules then(FetchResult result, Instant now, FetchSettings settings) {
    return following(Optional.of(this), result, now, settings);
  }

  /// {@return whether the file need not be fetched again yet}
  ///
  /// @param now the time
  public boolean isFresh(Instant now) {
    return now.isBefore(expires);
  }

  private static SiteRules following(
      Optional<SiteRules> before, FetchResult result, Instant now, FetchSettings settings) {
    return switch (result) {
      case FetchResult.Read(var response, var sameOrigin) -> {
        var file = RobotsTxt.parse(response.body(), settings.options());
        var robots = sameOrigin ? file : file.withIndeterminateRoutes();
        yield new SiteRules(
            sameOrigin ? Standing.READ : Standing.READ_ELSEWHERE,
            robots,
            Optional.of(robots),
            now,
            now.plus(settings.age(response)),
            Optional.empty(),
            sameOrigin ? response.validators() : Validators.NONE,
            "");
      }
      case FetchResult.NotModified(var response) ->
          before
              .flatMap(old -> old.confirmed(response, now, settings))
              .orElseGet(() -> unreachable(before, "304 without a copy held", now, settings));
      case FetchResult.Unavailable(var reason) ->
          decided(Standing.ABSENT, RobotsTxt.allowAll(), now, settings, reason);
      case FetchResult.Forbidden(var reason) ->
          decided(
              Standing.FORBIDDEN,
              RobotsTxt.disallowAll().withIndeterminateRoutes(),
              now,
              settings,
              reason);
      case FetchResult.Unreachable(var reason) -> unreachable(before, reason, now, settings);
    };
  }

  private Optional<SiteRules> confirmed(
      FetchAnswer.Response response, Instant now, FetchSettings settings) {
    return copy.map(
        held ->
            new SiteRules(
                Standing.READ,
                held,
                copy,
                now,
                now.plus(settings.age(response)),
                Optional.empty(),
                validators,
                ""));
  }

  private static SiteRules decided(
      Standing standing, RobotsTxt robots, Instant now, FetchSettings settings, String reason) {
    return new SiteRules(
        standing,
        robots,
        Optional.empty(),
        now,
        now.plus(settings.longestAge()),
        Optional.empty(),
        Validators.NONE,
        reason);
  }

  private static SiteRules unreachable(
      Optional<SiteRules> before, String reason, Instant now, FetchSettings settings) {
    var since = before.flatMap(SiteRules::unreachableSince).orElse(now);
    boolean longSilent = !now.isBefore(since.plus(settings.absentAfter()));
    var copy = before.flatMap(SiteRules::copy);
    Standing standing;
    RobotsTxt robots;
    if (longSilent && settings.crawlAfterLongSilence()) {
      standing = Standing.ABSENT;
      robots = RobotsTxt.allowAll().withIndeterminateRoutes();
    } else if (copy.isPresent()) {
      standing = Standing.STALE;
      robots = copy.get().withIndeterminateRoutes();
    } else {
      standing = Standing.UNREACHABLE;
      robots = RobotsTxt.disallowAll().withIndeterminateRoutes();
    }
    return new SiteRules(
        standing,
        robots,
        copy,
        now,
        now.plus(RETRY_AFTER),
        Optional.of(since),
        before.map(SiteRules::validators).orElse(Validators.NONE),
        reason);
  }
}
