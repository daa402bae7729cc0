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
  static Optional<TlsFiles> tls(ConfigTable table, Path directory, ConfigSource source) {
    if (!table.isThere()) {
      return Optional.empty();
    }
    var certificate =
        table.requiredPath("certificate", directory, "a PEM file with the host's certificate");
    var key = table.requiredPath("key", directory, "a PEM file with the certificate's private key");
    var every = table.duration("check-every", TlsFiles.USUAL_CHECK, LEAST, HOUR);
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

  static WireConfig wire(ConfigTable table, Path directory, ConfigSource source) {
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

  private static ProxyConfig proxy(ConfigTable table, Path directory, ConfigSource source) {
    return new ProxyConfig(
        addresses(table, "proxy-targets"),
        authorities(table, "proxy-authorities", directory, source),
        table.duration("proxy-time", Duration.ofSeconds(30), LEAST, Duration.ofMinutes(5)),
        (int) table.count("proxy-at-once", 64, 1, 10_000),
        (int) table.count("proxy-gateways", 5, 1, 100));
  }

  static OnwardConfig onward(
      ConfigTable table, Path directory, ConfigSource source, PolicyConfig policy) {
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
            table.duration(
                "patience", OnwardConfig.USUAL_PATIENCE, Duration.ZERO, Duration.ofDays(7)));
    table.finish();
    return config;
  }

  private static MailConfig mail(ConfigTable table) {
    return new MailConfig(
        (int) table.count("message-chars", MessageReply.MAX_CHARS, 1, MessageReply.MAX_CHARS),
        (int) table.count("messages-waiting", 8, 1, 100),
        table.duration("message-time", Duration.ofSeconds(20), LEAST, Duration.ofMinutes(5)));
  }

  private static TlsAuthorities authorities(
      ConfigTable table, String key, Path directory, ConfigSource source) {
    var expected = "a PEM file with certificates";
    var file = table.path(key, directory, expected);
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

  static List<AtpAddress> addresses(ConfigTable table, String key) {
    var expected = "addresses of other hosts, as [\"atps://inner.example.org:10435\"]";
    return table.values(key, expected, AtpAddress::parse);
  }

  private static List<AddressBlock> blocks(ConfigTable table, String key) {
    var expected =
        "addresses and networks, as [\"192.0.2.7\", \"198.51.100.0/24\", \"2001:db8::/32\"]";
    return table.values(key, expected, AddressBlock::parse);
  }

  /// A balancer names the peers of its connections and can claim any address. A block of all
  /// addresses is therefore an error.
  private static List<AddressBlock> balancers(ConfigTable table) {
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

  private static WireLimits messages(ConfigTable table) {
    var usual = WireLimits.DEFAULT;
    return new WireLimits(
        (int) table.bytes("start-line", usual.maxStartLineBytes(), 256, MIB),
        (int) table.count("headers", usual.maxHeaders(), 16, 1_000),
        (int) table.bytes("header-bytes", usual.maxHeaderBytes(), 2 * KIB, MIB),
        (int) table.bytes("body", usual.maxBodyBytes(), 64 * KIB, 512 * MIB));
  }

  private static ServerTimeouts timeouts(ConfigTable table) {
    var usual = ServerTimeouts.DEFAULT;
    return new ServerTimeouts(
        table.duration("handshake-time", usual.handshake(), LEAST, HOUR),
        table.duration("head-time", usual.head(), LEAST, HOUR),
        table.duration("body-time", usual.body(), LEAST, HOUR),
        table.duration("idle-time", usual.idle(), LEAST, HOUR.multipliedBy(24)),
        table.duration("write-time", usual.write(), LEAST, HOUR),
        table.duration("closing-time", usual.grace(), Duration.ZERO, Duration.ofMinutes(10)));
  }

  private static ServerCapacity capacity(ConfigTable table, int maxBodyBytes) {
    var usual = ServerCapacity.DEFAULT;
    return new ServerCapacity(
        (int) table.count("connections", usual.maxConnections(), 1, 1_000_000),
        (int)
            table.count("connections-per-address", usual.maxConnectionsPerAddress(), 1, 1_000_000),
        (int)
            table.count("connections-per-network", usual.maxConnectionsPerNetwork(), 1, 1_000_000),
        (int) table.count("requests-per-connection", usual.maxPendingPerConnection(), 1, 1_000),
        bodies(table, maxBodyBytes));
  }

  /// The default share of an address or network has room for at least one body.
  private static BodyCapacity bodies(ConfigTable table, int maxBodyBytes) {
    var usual = BodyCapacity.DEFAULT;
    long all = table.bytes("body-memory", usual.maxBytes(), MIB, TIB);
    long one = Math.min(all, maxBodyBytes);
    return new BodyCapacity(
        all,
        table.bytes("body-memory-per-address", Math.max(all / 2, one), MIB, TIB),
        table.bytes("body-memory-per-network", Math.max(all / 4 * 3, one), MIB, TIB),
        (int) table.count("unpack-at-once", usual.maxUnpackedAtOnce(), 1, 1_000));
  }

  private static PackageLimits packages(ConfigTable table) {
    var usual = PackageLimits.DEFAULT;
    return new PackageLimits(
        (int) table.bytes("passport", usual.maxPassportBytes(), KIB, 16 * MIB),
        (int) table.bytes("code", usual.maxCodeBytes(), KIB, 256 * MIB),
        (int) table.bytes("state", usual.maxStateBytes(), KIB, 256 * MIB),
        (int) table.count("hops", usual.maxHops(), 0, 60_000),
        (int) table.bytes("hop-bytes", usual.maxHopBytes(), KIB, 64 * KIB));
  }
}
