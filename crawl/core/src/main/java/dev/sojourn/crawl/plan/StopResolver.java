package dev.sojourn.crawl.plan;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.base.text.Messages;
import dev.sojourn.crawl.core.Place;
import dev.sojourn.identity.net.AtpAddress;
import java.util.HashMap;
import java.util.Map;

/// Finds the hosts for the stops of an itinerary from the robots.txt files of their sites. Reads
/// each file once. Confined to one thread.
public final class StopResolver {
  private final Reading reading;
  private final Reach reach;
  private final Map<String, Plan> plans = new HashMap<>();

  /// Reads robots.txt.
  @FunctionalInterface
  public interface Reading {
    /// {@return the outcome of reading robots.txt}
    ///
    /// @param origin of the site
    /// @throws InterruptedException if the thread is interrupted
    RobotsOutcome read(String origin) throws InterruptedException;
  }

  /// The host for a page.
  public sealed interface Resolution {
    /// The page has a host.
    ///
    /// @param address of the host
    record Host(AtpAddress address) implements Resolution {}

    /// The host is unknown at present.
    ///
    /// @param sentence the reason
    record Unread(String sentence) implements Resolution {}

    /// The site has no host to which an agent can be sent.
    ///
    /// @param sentence the reason and the next step
    record NoHost(String sentence) implements Resolution {}
  }

  /// Creates a resolver.
  ///
  /// @param reading reads robots.txt
  /// @param reach the hosts that agents can be sent to
  public StopResolver(Reading reading, Reach reach) {
    this.reading = reading;
    this.reach = reach;
  }

  /// {@return the host that accepts agents for a page}
  ///
  /// @param page the page
  /// @throws InterruptedException if the thread is interrupted
  public Resolution host(PageUrl page) throws InterruptedException {
    var plan = plan(page.origin());
    if (plan.robots().kind() == RobotsOutcome.Kind.UNREACHABLE) {
      return new Resolution.Unread(
          Messages.withoutStop(plan.robots().sentence())
              + "; check the address, or try again later.");
    }
    for (var planned : plan.territories()) {
      if (planned.territory().scope().contains(page)) {
        return resolution(page, planned);
      }
    }
    return none(page);
  }

  private Plan plan(String origin) throws InterruptedException {
    var known = plans.get(origin);
    if (known != null) {
      return known;
    }
    var plan = Plan.of(origin, reading.read(origin), reach);
    plans.put(origin, plan);
    return plan;
  }

  private static Resolution resolution(PageUrl page, PlannedTerritory planned) {
    if (planned.objection().isPresent()) {
      return new Resolution.NoHost(planned.objection().get());
    }
    return planned.territory().place() instanceof Place.Host(var url)
        ? AtpAddress.parse(url).<Resolution>map(Resolution.Host::new).orElseGet(() -> none(page))
        : none(page);
  }

  private static Resolution none(PageUrl page) {
    return new Resolution.NoHost(
        "%s/robots.txt names no host that takes agents for %s; see: sojourn plan %s"
            .formatted(page.origin(), page, page));
  }
}
