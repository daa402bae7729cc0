package dev.sojourn.host.config;

import dev.sojourn.atp.agent.PackageLimits;
import dev.sojourn.atp.server.AddressBlock;
import dev.sojourn.atp.server.AddressFilter;
import dev.sojourn.atp.server.BodyCapacity;
import dev.sojourn.atp.server.ServerCapacity;
import dev.sojourn.atp.server.ServerTimeouts;
import dev.sojourn.atp.tls.HostCertificate;
import dev.sojourn.atp.tls.TlsAuthorities;
import dev.sojourn.atp.tls.TlsFiles;
import dev.sojourn.atp.wire.WireLimits;
import dev.sojourn.base.text.Messages;
import dev.sojourn.base.toml.TomlSection;
import dev.sojourn.identity.net.AtpAddress;
import dev.sojourn.sandbox.MessageReply;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// Reads `[tls]` and `[wire]`.
final class WireReader {
  private static final int KIB = 1 << 10;
  private static final int MIB = 1 << 20;
  private static final long TIB = 1L << 40;
  private static final Duration LEAST = Duration.ofMillis(100);
  private static final Duration HOUR = Duration.ofHours(1);

  private WireReader() {}

  /// Returns the certificate, if there is one. Reads its files, so that errors in them are reported
  /// at once.
  static Optional<TlsFiles> tls(TomlSection table, Path directory, ConfigSource source) {
    if (!table.isThere()) {
      return Optional.empty();
    }
    var certificate =
        source.requiredPath(
            table, "certificate", directory, "a PEM file with the host's certificate");
    var key =
        source.requiredPath(
            table, "key", directory, "a PEM file with the certificate's private key");
    var every = table.duration("check-every", LEAST, HOUR).orElse(TlsFiles.USUAL_CHECK);
    table.finish();
    if (certificate.isEmpty() || key.isEmpty()) {
      return Optional.empty();
    }
    try {
      var files = new TlsFiles(certificate.get(), key.get(), every);
      HostCertificate.check(files);
      source.checkDates(files.certificate());
      return Optional.of(files);
    } catch (IOException e) {
      table.error(
          "certificate",
          "\"" + certificate.get() + "\"",
          "a certificate and its key in PEM; " + Messages.clause(e));
      return Optional.empty();
    }
  }

  static WireConfig wire(TomlSection table, Path directory, ConfigSource source) {
    var messages = messages(table);
    var config =
        new WireConfig(
            messages,
            timeouts(table),
            capacity(table, messages.maxBodyBytes()),
            mail(table),
            proxy(table, directory, source),
            new AddressFilter(
                blocks(table, "allow-from"), blocks(table, "deny-from"), balancers(table)),
            packages(table));
    table.finish();
    return config;
  }

  private static ProxyConfig proxy(TomlSection table, Path directory, ConfigSource source) {
    return new ProxyConfig(
        addresses(table, "proxy-targets"),
        authorities(table, "proxy-authorities", directory, source),
        table.duration("proxy-time", LEAST, Duration.ofMinutes(5)).orElse(Duration.ofSeconds(30)),
        table.count("proxy-at-once", 64, 1, 10_000),
        table.count("proxy-gateways", 5, 1, 100));
  }

  static OnwardConfig onward(
      TomlSection table, Path directory, ConfigSource source, PolicyConfig policy) {
    var to = addresses(table, "to");
    for (var host : to) {
      if (!policy.isSafe(host)) {
        table.error(
            "to",
            "\"" + host + "\"",
            "an atps: address, since agents are not encrypted on the way to it;"
                + " policy.plain-beyond-loopback = true allows it as it is");
      }
    }
    if (!to.isEmpty() && policy.isWithholding()) {
      table.error("to", to.size() + " hosts", "none with policy.hold = true");
    }
    var config =
        new OnwardConfig(
            to,
            authorities(table, "authorities", directory, source),
            table
                .duration("patience", Duration.ZERO, Duration.ofDays(7))
                .orElse(OnwardConfig.USUAL_PATIENCE));
    table.finish();
    return config;
  }

  private static MailConfig mail(TomlSection table) {
    return new MailConfig(
        table.count("message-chars", MessageReply.MAX_CHARS, 1, MessageReply.MAX_CHARS),
        table.count("messages-waiting", 8, 1, 100),
        table
            .duration("message-time", LEAST, Duration.ofMinutes(5))
            .orElse(Duration.ofSeconds(20)));
  }

  private static TlsAuthorities authorities(
      TomlSection table, String key, Path directory, ConfigSource source) {
    var expected = "a PEM file with certificates";
    var file = source.path(table, key, directory, expected);
    if (file.isEmpty()) {
      return TlsAuthorities.USUAL;
    }
    try {
      source.checkDates(file.get());
      return TlsAuthorities.read(file.get());
    } catch (IOException e) {
      table.error(key, "\"" + file.get() + "\"", expected + "; " + Messages.clause(e));
    }
    return TlsAuthorities.USUAL;
  }

  static List<AtpAddress> addresses(TomlSection table, String key) {
    var expected = "addresses of other hosts, as [\"atps://inner.example.org:10435\"]";
    return ConfigSource.values(table, key, expected, AtpAddress::parse);
  }

  private static List<AddressBlock> blocks(TomlSection table, String key) {
    var expected =
        "addresses and networks, as [\"192.0.2.7\", \"198.51.100.0/24\", \"2001:db8::/32\"]";
    return ConfigSource.values(table, key, expected, AddressBlock::parse);
  }

  /// A balancer names the peers of its connections and can claim any address. A block of all
  /// addresses is therefore an error.
  private static List<AddressBlock> balancers(TomlSection table) {
    var blocks = blocks(table, "balancers");
    for (var block : blocks) {
      if (block.bits() == 0) {
        table.error(
            "balancers",
            "a block of all addresses",
            "the addresses of your load balancers alone, since each names any peer it likes");
      }
    }
    return blocks;
  }

  private static WireLimits messages(TomlSection table) {
    var usual = WireLimits.DEFAULT;
    return new WireLimits(
        (int) table.bytes("start-line", usual.maxStartLineBytes(), 256, MIB),
        table.count("headers", usual.maxHeaders(), 16, 1_000),
        (int) table.bytes("header-bytes", usual.maxHeaderBytes(), 2 * KIB, MIB),
        (int) table.bytes("body", usual.maxBodyBytes(), 64 * KIB, 512 * MIB));
  }

  private static ServerTimeouts timeouts(TomlSection table) {
    var usual = ServerTimeouts.DEFAULT;
    return new ServerTimeouts(
        table.duration("handshake-time", LEAST, HOUR).orElse(usual.handshake()),
        table.duration("head-time", LEAST, HOUR).orElse(usual.head()),
        table.duration("body-time", LEAST, HOUR).orElse(usual.body()),
        table.duration("idle-time", LEAST, HOUR.multipliedBy(24)).orElse(usual.idle()),
        table.duration("write-time", LEAST, HOUR).orElse(usual.write()),
        table
            .duration("closing-time", Duration.ZERO, Duration.ofMinutes(10))
            .orElse(usual.grace()));
  }

  private static ServerCapacity capacity(TomlSection table, int maxBodyBytes) {
    var usual = ServerCapacity.DEFAULT;
    return new ServerCapacity(
        table.count("connections", usual.maxConnections(), 1, 1_000_000),
        table.count("connections-per-address", usual.maxConnectionsPerAddress(), 1, 1_000_000),
        table.count("connections-per-network", usual.maxConnectionsPerNetwork(), 1, 1_000_000),
        table.count("requests-per-connection", usual.maxPendingPerConnection(), 1, 1_000),
        bodies(table, maxBodyBytes));
  }

  /// The default share of an address or network has room for at least one body.
  private static BodyCapacity bodies(TomlSection table, int maxBodyBytes) {
    var usual = BodyCapacity.DEFAULT;
    long all = table.bytes("body-memory", usual.maxBytes(), MIB, TIB);
    long one = Math.min(all, maxBodyBytes);
    return new BodyCapacity(
        all,
        table.bytes("body-memory-per-address", Math.max(all / 2, one), MIB, TIB),
        table.bytes("body-memory-per-network", Math.max(all / 4 * 3, one), MIB, TIB),
        table.count("unpack-at-once", usual.maxUnpackedAtOnce(), 1, 1_000));
  }

  private static PackageLimits packages(TomlSection table) {
    var usual = PackageLimits.DEFAULT;
    return new PackageLimits(
        (int) table.bytes("passport", usual.maxPassportBytes(), KIB, 16 * MIB),
        (int) table.bytes("code", usual.maxCodeBytes(), KIB, 256 * MIB),
        (int) table.bytes("state", usual.maxStateBytes(), KIB, 256 * MIB),
        table.count("hops", usual.maxHops(), 0, 60_000),
        (int) table.bytes("hop-bytes", usual.maxHopBytes(), KIB, 64 * KIB));
  }
}
