package dev.sojourn.host.command;

import dev.sojourn.base.cli.JsonOption;
import dev.sojourn.base.cli.ProgramVersion;
import dev.sojourn.base.text.Messages;
import dev.sojourn.base.toml.Quantity;
import dev.sojourn.host.config.HostConfig;
import dev.sojourn.host.config.TrustConfig;
import dev.sojourn.host.daemon.HostDaemon;
import dev.sojourn.host.daemon.HostKey;
import dev.sojourn.host.daemon.LastConfinement;
import dev.sojourn.host.rules.HostNames;
import dev.sojourn.host.rules.TrustDecisions;
import dev.sojourn.host.site.FolderMemory;
import dev.sojourn.host.site.RobotsRemarks;
import dev.sojourn.host.site.Site;
import dev.sojourn.host.site.Sites;
import dev.sojourn.identity.net.AtpAddress;
import dev.sojourn.visit.RoutePolicy;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// `host check`: reads a configuration as `run` does, and starts nothing. It reports the parts of
/// its sites that robots.txt routes here, and the faults of that file.
@Command(
    name = "check",
    mixinStandardHelpOptions = true,
    versionProvider = ProgramVersion.class,
    description = "Check a configuration with all files that it names, and start nothing.",
    footer = {
      "",
      "Exit code 0 if the configuration is valid, 2 if it is not.",
      "",
      "Example:",
      "  ${COMMAND-FULL-NAME} --config host.toml"
    })
final class HostCheck implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private ConfigOption config = new ConfigOption();
  @Mixin private JsonOption json = new JsonOption();

  @Override
  public Integer call() throws IOException {
    var valid = config.valid();
    var read = valid.config();
    HostKey.check(read.data());
    var decisions = TrustDecisions.read(read.data());
    LastConfinement.check(read, HostDaemon.sandboxSettings(read));
    var out = spec.commandLine().getOut();
    var names = HostNames.configured(read);
    var routes = new RoutePolicy.AtHost(names, read.policy().unrouted());
    var sites = sites(read);
    var parts = RoutedPart.of(sites, routes);
    var warnings = new ArrayList<>(valid.warnings());
    warnings.addAll(sites.warnings());
    warnings.addAll(absences(sites));
    warnings.addAll(RobotsRemarks.of(sites));
    if (json.isGiven()) {
      var shown = shown(read, decisions);
      shown.put("warnings", warnings);
      shown.put("names", names.stream().map(AtpAddress::toString).sorted().toList());
      shown.put("routes", parts);
      JsonOption.print(out, shown);
      return 0;
    }
    print(out, read);
    printDecisions(out, decisions);
    warnings.forEach(warning -> out.println("Warning: " + warning));
    parts.forEach(part -> out.println(part.text()));
    if (parts.stream().noneMatch(RoutedPart::here)) {
      out.printf(
          "No agent will be taken: this host is known as %s. If robots.txt calls it by another"
              + " name, add that name to names under [policy].%n",
          names.isEmpty() ? "nothing before it runs, with port 0" : sorted(names));
    }
    out.flush();
    return 0;
  }

  private static Sites sites(HostConfig read) {
    var memory = new FolderMemory(read.data());
    return Sites.open(read.sites(), read.privatePaths(), memory, InstantSource.system());
  }

  private static List<String> absences(Sites sites) {
    var noted = new ArrayList<String>();
    for (var origin : sites.origins()) {
      sites
          .find(origin)
          .flatMap(Site::absence)
          .ifPresent(
              why ->
                  noted.add(
                      "The site %s is away, and is served once it is there: %s."
                          .formatted(origin, why)));
    }
    return noted;
  }

  /// The members about the configuration and the operator's decisions.
  private Map<String, Object> shown(HostConfig read, TrustDecisions decisions) {
    var shown = new LinkedHashMap<String, Object>();
    shown.put("config", config.file().toString());
    shown.put("sites", origins(read));
    shown.put("sources", sources(read));
    shown.put("trusted", names(read.trust()));
    shown.put("hosts", names(read.hosts()));
    shown.put("allowed", decisions.allowed());
    shown.put("banned", bans(decisions));
    shown.put("pageStore", read.limits().pageLimits().storeBytes());
    shown.put("readers", read.limits().pageLimits().readers());
    return shown;
  }

  private void print(PrintWriter out, HostConfig read) {
    out.printf(
        "%s is valid. Sites: %s. Trusted signers: %s. Trusted hosts: %s.%n",
        config.file(),
        String.join(", ", origins(read)),
        read.trust().isEmpty()
            ? "none, since there is no [[trust]]"
            : String.join(", ", names(read.trust())),
        read.hosts().isEmpty() ? "none" : String.join(", ", names(read.hosts())));
    for (var site : read.sites()) {
      out.printf("%s is read from %s.%n", site.origin(), site.source().words());
    }
    out.println(pages(read));
    out.println(
        "Agents do not get what site.exclude names, nor the files that are left out of every site"
            + " (docs/operate.md). This program does not read the access rules of the web server.");
  }

  private static String pages(HostConfig read) {
    var limits = read.limits().pageLimits();
    var store =
        limits.hasStore()
            ? "Views of pages are kept in %s, up to %s"
                .formatted(read.data(), Quantity.ofBytes(limits.storeBytes()))
            : "No views of pages are kept";
    return store + ", and made by " + Messages.count(limits.readers(), "reader") + ".";
  }

  /// Prints the decisions that `host ban` and `host allow` stored in the data directory.
  private static void printDecisions(PrintWriter out, TrustDecisions decisions) {
    if (!decisions.allowed().isEmpty()) {
      out.println("Allowed by command: " + String.join(", ", decisions.allowed()) + ".");
    }
    bans(decisions)
        .forEach((signer, until) -> out.printf("Banned: %s, until %s.%n", signer, until));
  }

  private static Map<String, String> bans(TrustDecisions decisions) {
    var bans = new LinkedHashMap<String, String>();
    var now = Instant.now();
    for (var ban : decisions.bans()) {
      if (!ban.isOver(now)) {
        bans.put(ban.signer(), ban.until().map(Instant::toString).orElse("it is lifted"));
      }
    }
    return bans;
  }

  private static List<String> origins(HostConfig read) {
    return read.sites().stream().map(site -> site.origin()).toList();
  }

  private static Map<String, String> sources(HostConfig read) {
    var sources = new LinkedHashMap<String, String>();
    read.sites().forEach(site -> sources.put(site.origin(), site.source().words()));
    return sources;
  }

  private static String sorted(Set<AtpAddress> names) {
    return names.stream().map(AtpAddress::toString).sorted().collect(Collectors.joining(", "));
  }

  private static List<String> names(List<TrustConfig> tables) {
    return tables.stream().map(TrustConfig::name).toList();
  }
}
