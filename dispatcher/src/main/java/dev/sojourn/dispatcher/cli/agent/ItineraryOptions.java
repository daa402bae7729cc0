package dev.sojourn.dispatcher.cli.agent;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.atp.passport.PassportLeg;
import dev.sojourn.atp.passport.PassportScope;
import dev.sojourn.atp.passport.PassportStop;
import dev.sojourn.base.cli.CommandException;
import dev.sojourn.base.cli.ExitCode;
import dev.sojourn.crawl.plan.StopResolver;
import dev.sojourn.identity.net.AtpAddress;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import picocli.CommandLine.Option;

/// The options for the journey of an agent after its first host, as a picocli mixin.
final class ItineraryOptions {
  private static final Pattern OR = Pattern.compile("\\s+or\\s+");

  @Option(
      names = "--then",
      paramLabel = "URL",
      description = {
        "The next site of the agent's journey, which begins there with this page; may be repeated."
            + " robots.txt of the site names its host. Several URLs with 'or' between them are"
            + " tried in this order, as 'https://a.example/ or https://b.example/'."
      })
  private List<String> then = new ArrayList<>();

  @Option(
      names = "--require-all",
      description =
          "End the journey where no host of the next site takes the agent (default: go on to the"
              + " site after it).")
  private boolean isAllRequired;

  @Option(
      names = "--plain-atp",
      description = "Let the itinerary lead to hosts without TLS beyond this machine, too.")
  private boolean isPlainAllowed;

  /// Whether the itinerary may name hosts beyond this machine without TLS.
  boolean isPlainAllowed() {
    return isPlainAllowed;
  }

  /// The journey in the form of the passport.
  ///
  /// @param first the first host of the journey
  /// @throws CommandException if a site names no host, or a host comes twice
  List<PassportLeg> legs(AtpAddress first, StopResolver resolver) throws InterruptedException {
    var hosts = new HashSet<AtpAddress>(Set.of(first));
    var legs = new ArrayList<PassportLeg>();
    for (var text : then) {
      var stops = new ArrayList<PassportStop>();
      for (var url : OR.splitAsStream(text.strip()).toList()) {
        stops.add(stop(url, resolver));
      }
      var leg = new PassportLeg(stops, isAllRequired);
      var ofLeg = new HashSet<>(leg.stops().stream().map(PassportStop::host).toList());
      for (var host : ofLeg) {
        if (!hosts.add(host)) {
          throw new CommandException(
              ExitCode.USAGE,
              "The journey leads to %s more than once, and a host keeps one visit of an agent; send one agent for each time."
                  .formatted(host));
        }
      }
      legs.add(leg);
    }
    return legs;
  }

  private static PassportStop stop(String url, StopResolver resolver) throws InterruptedException {
    var page =
        PageUrl.parse(url)
            .orElseThrow(
                () ->
                    new CommandException(
                        ExitCode.USAGE, "--then: " + url + " (expected: an http or https URL)"));
    return new PassportStop(
        host(page, resolver),
        new PassportScope(page.origin(), List.of(page.path()), List.of()),
        List.of(page.toString()));
  }

  /// The host that takes agents for a page.
  ///
  /// @throws CommandException if robots.txt names no usable host, or cannot be read
  static AtpAddress host(PageUrl page, StopResolver resolver) throws InterruptedException {
    return switch (resolver.host(page)) {
      case StopResolver.Resolution.Host(var address) -> address;
      case StopResolver.Resolution.Unread(var sentence) ->
          throw new CommandException(ExitCode.UNREACHABLE, sentence);
      case StopResolver.Resolution.NoHost(var sentence) ->
          throw new CommandException(ExitCode.REFUSED, sentence);
    };
  }
}
