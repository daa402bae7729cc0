package dev.sojourn.lab.run;

import dev.sojourn.base.file.AtomicFile;
import dev.sojourn.lab.experiment.Variant;
import dev.sojourn.lab.link.EmulatedLink;
import dev.sojourn.lab.link.LinkEmulator;
import dev.sojourn.lab.process.HostProcess;
import dev.sojourn.lab.process.ProcessSampler;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The servers of a run, each behind its link: the web server and the hosts.
final class RunPrograms implements AutoCloseable {
  private final Path folder;
  private final List<String> commands = new ArrayList<>();
  private final List<EmulatedLink> links = new ArrayList<>();
  private final List<HostProcess> hosts = new ArrayList<>();
  private final WebServerProcess web;

  private RunPrograms(Path folder, WebServerProcess web) {
    this.folder = folder;
    this.web = web;
  }

  /// Starts all servers, and waits until they listen.
  ///
  /// @param site folder of the site; its robots.txt is written anew
  /// @param folder of this run
  /// @param key file of the public key that hosts trust
  static RunPrograms start(Variant variant, LinkEmulator emulator, Path site, Path folder, Path key)
      throws IOException, InterruptedException {
    var web = WebServerProcess.start(variant.server(), site, folder);
    var programs = new RunPrograms(folder, web);
    try {
      programs.open(variant, emulator, site, key);
      return programs;
    } catch (IOException | InterruptedException | RuntimeException e) {
      programs.close();
      throw e;
    }
  }

  private void open(Variant variant, LinkEmulator emulator, Path site, Path key)
      throws IOException, InterruptedException {
    commands.add(web.command());
    for (int i = 0; i <= variant.hosts().count(); i++) {
      links.add(emulator.open(variant.link()));
    }
    links.getFirst().connectTo(web.port());
    var addresses = links.stream().skip(1).map(link -> "atp://127.0.0.1:" + link.port()).toList();
    var robots = RobotsText.of(variant.hosts(), addresses).getBytes(StandardCharsets.US_ASCII);
    AtomicFile.replace(site.resolve("robots.txt"), out -> out.write(robots));
    for (int i = 0; i < addresses.size(); i++) {
      var home = Files.createDirectories(folder.resolve("host-" + (i + 1)));
      var file = HostFile.of(origin(), site, key, addresses.get(i), variant.hosts().limits());
      var config = Files.writeString(home.resolve("host.toml"), file);
      commands.add("sojourn host run --config " + config);
      hosts.add(HostProcess.start(config, home.resolve("log")));
    }
    for (int i = 0; i < hosts.size(); i++) {
      links.get(i + 1).connectTo(URI.create(hosts.get(i).listening()).getPort());
    }
  }

  /// The site as the dispatcher sees it.
  String origin() {
    return "http://127.0.0.1:" + links.getFirst().port();
  }

  /// The links, that of the web server first.
  List<EmulatedLink> links() {
    return links;
  }

  List<String> commands() {
    return commands;
  }

  /// Ends a host by force.
  ///
  /// @param role as `host 1`
  void kill(String role) {
    hosts.get(number(role) - 1).kill();
  }

  /// Starts a host again that was ended by force, and waits until it listens.
  ///
  /// @param role as `host 1`
  void restart(String role, ProcessSampler sampler) throws IOException, InterruptedException {
    int number = number(role);
    var home = folder.resolve("host-" + number);
    hosts.get(number - 1).close();
    var host = HostProcess.start(home.resolve("host.toml"), home.resolve("log-again"));
    hosts.set(number - 1, host);
    sampler.watchFromBegin(role, host.pid());
    links.get(number).connectTo(URI.create(host.listening()).getPort());
  }

  private static int number(String role) {
    return Integer.parseInt(role.substring("host ".length()));
  }

  void watch(ProcessSampler sampler) {
    for (int i = 0; i < hosts.size(); i++) {
      sampler.watch("host " + (i + 1), hosts.get(i).pid());
    }
    sampler.watch("web server", web.pid());
  }

  /// Ends everything; the web server's access log is complete then.
  @Override
  public void close() {
    hosts.forEach(HostProcess::close);
    web.close();
    links.forEach(EmulatedLink::close);
  }
}
