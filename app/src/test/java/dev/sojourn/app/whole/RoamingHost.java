package dev.sojourn.app.whole;

import dev.sojourn.host.daemon.HostKey;
import dev.sojourn.identity.key.KeySet;
import dev.sojourn.identity.net.AtpAddress;
import dev.sojourn.lab.process.HostProcess;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// A site and its host, which is known by the address of a relay, and starts again when it is
/// killed.
final class RoamingHost implements AutoCloseable {
  private final Path home;
  private final FolderServer web;
  private final AtpAddress address;
  private final KillingRelay relay;
  private HostProcess process;

  RoamingHost(Path home) throws IOException {
    this.home = home;
    var root = Files.createDirectories(home.resolve("root"));
    Files.writeString(root.resolve("index.html"), "<title>" + home.getFileName() + "</title>");
    this.web = FolderServer.start(root);
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      this.address = new AtpAddress("127.0.0.1", socket.getLocalPort());
    }
    this.relay = KillingRelay.start(address);
    Files.writeString(
        root.resolve("robots.txt"), "Mobile-agent-server: / " + relay.address() + "\n");
    var data = Files.createDirectory(home.resolve("data"));
    ProgramStartCache.make();
    new KeySet(List.of(HostKey.open(data).verifyKey())).write(home.resolve("host.jwk"));
  }

  Path config() {
    return home.resolve("host.toml");
  }

  String origin() {
    return web.origin();
  }

  KillingRelay relay() {
    return relay;
  }

  /// Starts it. Agents may come from some hosts, and go on to others.
  void start(Path owner, List<RoamingHost> from, List<RoamingHost> to) throws IOException {
    var believed = new StringBuilder();
    for (var host : from) {
      believed.append(
          """
          [[host]]
          name = "%s"
          keys = "%s"
          addresses = ["%s"]
          """
              .formatted(
                  host.home.getFileName(), host.home.resolve("host.jwk"), host.relay().address()));
    }
    Files.writeString(
        config(),
        """
        listen = "%s"
        data = "data"
        [[site]]
        origin = "%s"
        root = "root"
        [[trust]]
        name = "owner"
        keys = "%s"
        [policy]
        names = ["%s"]
        [limits]
        spare-workers = 0
        [onward]
        to = [%s]
        %s\
        """
            .formatted(
                address.authority(),
                origin(),
                owner,
                relay.address(),
                String.join(
                    ", ", to.stream().map(host -> "\"" + host.relay().address() + "\"").toList()),
                believed));
    process = HostProcess.start(config(), home.resolve("log"));
  }

  /// Kills it, and starts it again at once.
  synchronized void restart() {
    process.kill();
    process.close();
    try {
      process = HostProcess.start(config(), home.resolve("log"));
      process.listening();
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /// Waits until it is ready; if it is starting again, until it has started.
  synchronized void awaitReady() throws InterruptedException {
    process.listening();
  }

  @Override
  public void close() throws IOException {
    process.close();
    relay.close();
    web.close();
  }
}
