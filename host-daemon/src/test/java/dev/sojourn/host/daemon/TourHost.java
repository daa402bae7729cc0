package dev.sojourn.host.daemon;

import static dev.sojourn.host.daemon.SentAgents.TOURER;
import static dev.sojourn.host.daemon.SentAgents.TOURING;

import dev.sojourn.atp.passport.Passport;
import dev.sojourn.atp.passport.PassportLeg;
import dev.sojourn.atp.passport.PassportScope;
import dev.sojourn.atp.passport.PassportStop;
import dev.sojourn.identity.key.KeySet;
import dev.sojourn.identity.net.AtpAddress;
import dev.sojourn.testing.HeldPort;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/// The folder of one of several hosts of a journey, whose key is there before the host runs, so
/// that others can trust it.
final class TourHost {
  private static final Queue<HeldPort> HELD = new ConcurrentLinkedQueue<>();

  private final Path folder;
  private final HostFolder site;
  private final AtpAddress address = free();
  private final List<AtpAddress> known = new ArrayList<>(List.of(address));
  private String patience = "0s";

  TourHost(Path parent, String name, int pages) throws IOException {
    folder = Files.createDirectory(parent.resolve(name));
    site = new HostFolder(folder);
    site.chain(pages);
    Files.createDirectory(data());
    new KeySet(List.of(HostKey.open(data()).verifyKey())).write(key());
  }

  private Path data() {
    return folder.resolve("data");
  }

  /// All lines of its audit log.
  String audit() throws IOException {
    var lines = new StringBuilder();
    try (var files = Files.list(data().resolve("audit"))) {
      for (var file : files.sorted().toList()) {
        lines.append(Files.readString(file, StandardCharsets.ISO_8859_1));
      }
    }
    return lines.toString();
  }

  private Path key() {
    return folder.resolve("host.jwk");
  }

  /// Its address, the same over restarts.
  AtpAddress address() {
    return address;
  }

  /// From now on other hosts know it under a further address.
  void knownAs(AtpAddress further) {
    known.add(further);
  }

  HostFolder site() {
    return site;
  }

  /// From now on, configurations have hosts tried for this long.
  void patience(String time) {
    patience = time;
  }

  /// A configuration under which agents may go on to some hosts, and come from others.
  Path config(Owner owner, List<AtpAddress> to, List<TourHost> from, String more)
      throws IOException {
    var tables = new StringBuilder();
    for (var host : from) {
      tables.append(
          "[[host]]\nname = \"%s\"\nkeys = \"%s\"\naddresses = %s\n"
              .formatted(host.folder.getFileName(), host.key(), quoted(host.known)));
    }
    tables
        .append("[onward]\nto = " + quoted(to) + "\npatience = \"" + patience + "\"\n")
        .append(more);
    var config = site.config(List.of(owner), tables.toString());
    return Files.writeString(
        config,
        Files.readString(config)
            .replace("listen = \"127.0.0.1:0\"", "listen = \"" + address.authority() + "\""));
  }

  private static List<String> quoted(List<AtpAddress> hosts) {
    return hosts.stream().map(host -> "\"" + host + "\"").toList();
  }

  /// An address without a listener, which no other program gets while these tests run.
  static AtpAddress free() throws IOException {
    var port = HeldPort.take();
    HELD.add(port);
    return new AtpAddress("127.0.0.1", port.number());
  }

  static PassportLeg leg(boolean isRequired, AtpAddress... hosts) {
    var scope = new PassportScope(Owner.SITE, List.of("/"), List.of());
    return new PassportLeg(
        List.of(hosts).stream()
            .map(host -> new PassportStop(host, scope, List.of(Owner.SITE + "/")))
            .toList(),
        isRequired);
  }

  /// A passport for a journey that begins at a host.
  static Passport passport(Owner owner, AtpAddress first, List<PassportLeg> legs) {
    var plain = owner.passport(first, TOURING, TOURER);
    var journey = plain.journey();
    return new Passport(
        plain.identity(),
        plain.grant(),
        new Passport.Journey(journey.hop(), journey.previousHop(), journey.stateDigest(), legs),
        plain.validity());
  }
}
