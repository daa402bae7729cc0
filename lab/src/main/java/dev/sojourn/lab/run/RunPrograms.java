package dev.sojourn.lab.run;

import dev.sojourn.base.cli.CommandException;
import dev.sojourn.base.file.AtomicFile;
import dev.sojourn.lab.experiment.Variant;
import dev.sojourn.lab.link.EmulatedLink;
import dev.sojourn.lab.link.LinkEmulator;
import dev.sojourn.lab.process.HostProcess;
import dev.sojourn.lab.process.ProcessSampler;
import dev.sojourn.lab.process.ProcessorList;
import dev.sojourn.lab.site.AccessLog;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

/// The servers of a run, each behind its own link: a web server for each site, and the hosts.
final class RunPrograms implements AutoCloseable {
  private final Path folder;
  private final ProcessorList processors;
  private final List<String> commands = new ArrayList<>();
  private final List<EmulatedLink> links = new ArrayList<>();
  private final List<HostProcess> hosts = new ArrayList<>();
  private final List<WebServerProcess> webServers = new ArrayList<>();

  /// The hosts that were started again, by their roles. Each future completes when the host
  /// listens.
  private final Map<String, CompletableFuture<Void>> returning = new HashMap<>();

  private RunPrograms(Path folder, ProcessorList processors) {
    this.folder = folder;
    this.processors = processors;
  }

  /// Starts all servers, and waits until they listen.
  ///
  /// @param sites folders of the sites; the robots.txt of each is rewritten
  /// @param folder of this run
  /// @param keys files of the public keys that hosts trust
  static RunPrograms start(
      Variant variant, LinkEmulator emulator, List<Path> sites, Path folder, List<Path> keys)
      throws IOException, InterruptedException {
    var programs = new RunPrograms(folder, variant.processors().site());
    try {
      programs.startWebServers(variant, emulator, sites);
      programs.startHosts(variant, emulator, sites, keys);
      return programs;
    } catch (IOException | InterruptedException | RuntimeException e) {
      programs.close();
      throw e;
    }
  }

  private void startWebServers(Variant variant, LinkEmulator emulator, List<Path> sites)
      throws IOException, InterruptedException {
    for (int i = 0; i < sites.size(); i++) {
      var home = Files.createDirectories(folder.resolve("web-" + (i + 1)));
      var web = WebServerProcess.start(variant.sites().get(i), processors, sites.get(i), home);
      webServers.add(web);
      commands.add(web.command());
      var link = emulator.open(variant.links().ofSite(i));
      links.add(link);
      link.connectTo(web.port());
    }
  }

  private void startHosts(Variant variant, LinkEmulator emulator, List<Path> sites, List<Path> keys)
      throws IOException, InterruptedException {
    var served = new ArrayList<HostFile.Site>();
    for (int i = 0; i < sites.size(); i++) {
      var site = variant.sites().get(i);
      if (site.hasHosts()) {
        boolean hasCleanUrls = site.description().hasCleanUrls();
        served.add(new HostFile.Site(origin(i), sites.get(i), hasCleanUrls));
      }
    }
    var own = new ArrayList<EmulatedLink>();
    for (int i = 0; i < variant.hosts().count(); i++) {
      own.add(emulator.open(variant.links().ofHost(i)));
    }
    links.addAll(own);
    var addresses = own.stream().map(link -> "atp://127.0.0.1:" + link.port()).toList();
    for (int i = 0; i < sites.size(); i++) {
      var robots = RobotsText.of(variant.hosts(), i, addresses).getBytes(StandardCharsets.US_ASCII);
      AtomicFile.replace(sites.get(i).resolve("robots.txt"), out -> out.write(robots));
    }
    for (int i = 0; i < addresses.size(); i++) {
      var home = Files.createDirectories(folder.resolve("host-" + (i + 1)));
      var file = HostFile.of(served, keys, addresses.get(i), variant.hosts().limits());
      var config = Files.writeString(home.resolve("host.toml"), file);
      commands.add("sojourn host run --config " + config);
      hosts.add(HostProcess.start(config, home.resolve("log"), processors));
    }
    for (int i = 0; i < hosts.size(); i++) {
      own.get(i).connectTo(URI.create(hosts.get(i).listening()).getPort());
    }
  }

  private String origin(int site) {
    return "http://127.0.0.1:" + links.get(site).port();
  }

  /// The start URLs of a crawl, one for each site.
  List<String> starts(Variant variant) {
    var starts = new ArrayList<String>();
    for (var site : variant.sites()) {
      starts.add(origin(starts.size()) + site.description().start());
    }
    return starts;
  }

  /// The access logs of the web servers, one file for each.
  static List<Path> accessLogs(Variant variant, Path folder) {
    return IntStream.rangeClosed(1, variant.sites().size())
        .mapToObj(number -> WebServerProcess.accessLog(folder.resolve("web-" + number)))
        .toList();
  }

  /// The totals up to a moment.
  ///
  /// @param bytes over all links, in both directions
  /// @param requests that the web servers answered
  record Traffic(long bytes, long requests) {
    Traffic minus(Traffic earlier) {
      return new Traffic(bytes - earlier.bytes, requests - earlier.requests);
    }
  }

  /// The traffic so far. Call it only while no program sends requests to the web servers.
  Traffic traffic(Variant variant) throws IOException {
    long bytes =
        links.stream()
            .map(EmulatedLink::totals)
            .mapToLong(totals -> totals.bytesToServer() + totals.bytesFromServer())
            .sum();
    return new Traffic(bytes, AccessLog.sum(accessLogs(variant, folder)).requests());
  }

  /// The links. Those of the web servers come first.
  List<EmulatedLink> links() {
    return links;
  }

  List<String> commands() {
    return commands;
  }

  /// Kills a host.
  ///
  /// @param role for example `host 1`
  void kill(String role) {
    // If the host was still starting, its start no longer matters.
    returning.remove(role);
    hosts.get(number(role) - 1).kill();
  }

  /// Starts a killed host again. Its link leads to it once the host listens.
  ///
  /// @param role for example `host 1`
  void restart(String role, ProcessSampler sampler) throws IOException {
    int number = number(role);
    var home = folder.resolve("host-" + number);
    hosts.get(number - 1).close();
    var host = HostProcess.start(home.resolve("host.toml"), home.resolve("log-again"), processors);
    hosts.set(number - 1, host);
    sampler.watchFromBegin(role, host.pid());
    var link = links.get(webServers.size() + number - 1);
    returning.put(
        role, CompletableFuture.runAsync(() -> connect(link, host), Thread::startVirtualThread));
  }

  private static void connect(EmulatedLink link, HostProcess host) {
    try {
      link.connectTo(URI.create(host.listening()).getPort());
    } catch (InterruptedException e) {
      throw new IllegalStateException("nobody interrupts this thread", e);
    }
  }

  /// Refuses the run if a host could not be started again. A host that is still starting is no
  /// reason.
  ///
  /// @throws CommandException if a host failed to start
  void requireReturned() {
    for (var host : returning.values()) {
      if (host.isCompletedExceptionally()) {
        throw host.exceptionNow() instanceof CommandException e
            ? e
            : new IllegalStateException(host.exceptionNow());
      }
    }
  }

  private static int number(String role) {
    return Integer.parseInt(role.substring("host ".length()));
  }

  /// {@return the role of a web server: `web server`, or for example `web server 2` if there are
  /// several}
  ///
  /// @param number from 0
  /// @param all number of web servers
  static String webServer(int number, int all) {
    return all == 1 ? "web server" : "web server " + (number + 1);
  }

  void watch(ProcessSampler sampler) {
    for (int i = 0; i < hosts.size(); i++) {
      sampler.watch("host " + (i + 1), hosts.get(i).pid());
    }
    for (int i = 0; i < webServers.size(); i++) {
      sampler.watch(webServer(i, webServers.size()), webServers.get(i).pid());
    }
  }

  /// Ends all programs. The access logs of the web servers are complete afterwards.
  @Override
  public void close() {
    hosts.forEach(HostProcess::close);
    webServers.forEach(WebServerProcess::close);
    links.forEach(EmulatedLink::close);
  }
}
