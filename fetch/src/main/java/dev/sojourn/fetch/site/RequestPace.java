package dev.sojourn.fetch.site;

import dev.sojourn.robots.AgentRules;
import dev.sojourn.robots.extension.RequestRate;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.List;

/// The pace that a site's robots.txt asks for: a Crawl-delay, and rates that may hold at some times
/// of the day (UTC). The longest delay that holds counts.
///
/// @param crawlDelay the time between two requests; zero if none is asked for
/// @param rates the Request-rate records
public record RequestPace(Duration crawlDelay, List<RequestRate> rates) {

  /// The pace of a site that asks for no delay.
  public static final RequestPace NONE = new RequestPace(Duration.ZERO, List.of());

  /// Copies the list.
  public RequestPace {
    rates = List.copyOf(rates);
  }

  /// {@return the pace that the rules for an agent ask for}
  ///
  /// @param rules of the agent's groups
  public static RequestPace of(AgentRules rules) {
    return new RequestPace(rules.crawlDelay().orElse(Duration.ZERO), rules.requestRates());
  }

  /// {@return whether the site asks for a delay at any time of the day}
  boolean isAsked() {
    return crawlDelay.isPositive() || !rates.isEmpty();
  }

  /// {@return the requested time between two requests at a moment}
  ///
  /// @param moment when the first of the two ended
  Duration delayAt(Instant moment) {
    var time = LocalTime.ofInstant(moment, ZoneOffset.UTC);
    return rates.stream()
        .filter(rate -> holds(rate, time))
        .map(RequestRate::interval)
        .reduce(crawlDelay, RequestPace::longer);
  }

  /// {@return the longest Request-rate interval at any time of the day; zero if there is no rate}
  Duration longestInterval() {
    return rates.stream().map(RequestRate::interval).reduce(Duration.ZERO, RequestPace::longer);
  }

  /// Whether a rate holds at a time of day. A window that ends before it begins continues past
  /// midnight; a window with equal ends is the whole day.
  private static boolean holds(RequestRate rate, LocalTime time) {
    if (rate.from().isEmpty() || rate.to().isEmpty()) {
      return true;
    }
    var from = rate.from().get();
    var to = rate.to().get();
    boolean isAfter = !time.isBefore(from);
    boolean isBefore = time.isBefore(to);
    return from.isBefore(to) ? isAfter && isBefore : isAfter || isBefore;
  }

  private static Duration longer(Duration a, Duration b) {
    return a.compareTo(b) >= 0 ? a : b;
  }
}
