package dev.sojourn.host.config;

import dev.sojourn.atp.agent.VerifierSettings;
import dev.sojourn.atp.signature.RequestVerifier;
import dev.sojourn.atp.tls.Authorities;
import dev.sojourn.base.cli.Suggestion;
import dev.sojourn.base.file.RegularFile;
import dev.sojourn.base.text.Messages;
import dev.sojourn.base.toml.Quantity;
import dev.sojourn.base.toml.TomlError;
import dev.sojourn.base.toml.TomlSection;
import dev.sojourn.host.quota.PageLimits;
import dev.sojourn.host.quota.StayLimits;
import dev.sojourn.host.store.Store;
import dev.sojourn.identity.DirectoryLimits;
import dev.sojourn.identity.net.AtpAddress;
import dev.sojourn.sandbox.Confinement;
import dev.sojourn.sandbox.PoolSettings;
import dev.sojourn.visit.RoutePolicy.Unrouted;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import javax.net.ssl.SSLContext;
import org.tomlj.Toml;

/// Reads and checks a daemon's configuration as a whole: form, ranges, and the files that it names.
public final class ConfigReader {
  /// Variables that the start scripts and the log read.
  private static final List<String> OTHER_VARIABLES =
      List.of("SOJOURN_JAVA_HOME", "SOJOURN_JAVA_OPTIONS", "SOJOURN_LOG_LEVEL");

  private static final int MAX_BYTES = 16 << 20;
  private static final long KIB = 1L << 10;
  private static final String LISTEN =
      "an address and a port, as 127.0.0.1:10434 or [::1]:10434, or a list of such";

  private static final int MOST_ADDRESSES = 16;
  private static final long MIB = 1L << 20;
  private static final long GIB = 1L << 30;
  private static final long TIB = 1L << 40;

  private final Path directory;
  private final ConfigSource source;

  private ConfigReader(Path directory, ConfigSource source) {
    this.directory = directory;
    this.source = source;
  }

  /// Reads a file.
  ///
  /// @param file TOML; paths in it are relative to its directory
  /// @param environment the environment of the process: `SOJOURN_LISTEN`, `SOJOURN_LIMITS_PAGES`,
  ///   `SOJOURN_SITE_1_ROOT` … take precedence
  /// @param now the time at which certificates must be valid
  /// @return the configuration, or all errors in it
  /// @throws IOException if the file cannot be read
  public static ConfigReading read(Path file, Map<String, String> environment, Instant now)
      throws IOException {
    return parse(RegularFile.readText(file, MAX_BYTES), file, environment, now);
  }

  /// Reads a text.
  ///
  /// @param toml the content of the file
  /// @param file the name of the file, for messages and relative paths
  /// @param environment the environment of the process
  /// @param now the time at which certificates must be valid
  /// @return the configuration, or all errors in it
  public static ConfigReading parse(
      String toml, Path file, Map<String, String> environment, Instant now) {
    var source = ConfigSource.of(file.toString(), environment, now);
    source.paths().add(new NamedPath("the configuration", file.toAbsolutePath().normalize()));
    var table = source.mistakes().parse(toml);
    if (table.isEmpty()) {
      return new ConfigReading.Invalid(source.mistakes().all());
    }
    var config = new ConfigReader(directory(file), source).read(source.top(table.get()));
    var errors = source.mistakes().all();
    return errors.isEmpty()
        ? new ConfigReading.Valid(config, source.warnings())
        : new ConfigReading.Invalid(errors);
  }

  private static Path directory(Path file) {
    var parent = file.toAbsolutePath().normalize().getParent();
    return parent == null ? Path.of("/") : parent;
  }

  /// Reads only the data directory. Commands can then control a daemon although its configuration
  /// has errors.
  ///
  /// @param file TOML
  /// @param environment the environment of the process: `SOJOURN_DATA` takes precedence
  /// @return the data directory; empty if neither the file nor the environment names one
  /// @throws IOException if the file cannot be read
  public static Optional<Path> data(Path file, Map<String, String> environment) throws IOException {
    var source = ConfigSource.of(file.toString(), environment, Instant.EPOCH);
    var table = Toml.parse(RegularFile.readText(file, MAX_BYTES));
    return source.path(source.top(table), "data", directory(file), "a directory");
  }

  private HostConfig read(TomlSection top) {
    var tlsTable = top.table("tls");
    var tls = WireReader.tls(tlsTable, directory, source);
    var listenTexts = listenTexts(top, tlsTable.isThere());
    var data = data(top);
    var sites = sites(top);
    var owners = new TrustReader(directory, source);
    var trust = owners.trust(top);
    var hosts = owners.hosts(top);
    var identity = identity(top.table("identity"));
    var limits = limits(top.table("limits"));
    var policy = policy(top.table("policy"));
    var audit = audit(top.table("audit"));
    var wire = WireReader.wire(top.table("wire"), directory, source);
    var listen = listen(top, listenTexts, tls.isPresent() || policy.plainBeyondLoopback());
    var metrics = metrics(top.table("metrics"), listen);
    var log = ServiceReader.log(top.table("log"));
    var control = control(top.table("control"));
    var onward = WireReader.onward(top.table("onward"), directory, source, policy);
    top.finish();
    unknownVariables();
    return new HostConfig(
        listen,
        data,
        sites.apart(),
        trust,
        hosts,
        identity,
        limits,
        policy,
        audit,
        tls,
        wire,
        metrics,
        log,
        control,
        onward,
        source.privatePaths());
  }

  private static MetricsConfig metrics(TomlSection table, List<InetSocketAddress> listen) {
    var metrics = ServiceReader.metrics(table);
    metrics.listen().ifPresent(page -> listen.forEach(address -> apart(table, page, address)));
    return metrics;
  }

  /// Reports a shared address, since one socket cannot serve both agents and metrics.
  private static void apart(TomlSection metrics, InetSocketAddress page, InetSocketAddress listen) {
    boolean isShared =
        page.getPort() == listen.getPort()
            && page.getPort() != 0
            && (page.getAddress().equals(listen.getAddress())
                || page.getAddress().isAnyLocalAddress()
                || listen.getAddress().isAnyLocalAddress());
    if (isShared) {
      metrics.error(
          "listen",
          "\"" + Messages.address(page) + "\"",
          "another port than that of listen, " + Messages.address(listen) + ", where agents come");
    }
  }

  private SiteReader sites(TomlSection top) {
    var sites = new SiteReader(directory, source);
    sites.read(top);
    return sites;
  }

  private List<String> listenTexts(TomlSection top, boolean isTls) {
    var usual = isTls ? "127.0.0.1:10435" : "127.0.0.1:10434";
    return source.textOrTexts(top, "listen", List.of(usual), LISTEN);
  }

  private static List<InetSocketAddress> listen(
      TomlSection top, List<String> texts, boolean beyondLoopback) {
    var addresses = new ArrayList<InetSocketAddress>();
    for (var text : texts) {
      var read = ServiceReader.address(text);
      if (read.isEmpty()) {
        top.error("listen", "\"" + text + "\"", LISTEN);
      } else if (!read.get().getAddress().isLoopbackAddress() && !beyondLoopback) {
        top.error(
            "listen",
            "\"" + text + "\"",
            "an address of this machine only, since agents and findings are not encrypted on the"
                + " way; [tls] with certificate and key encrypts them, and"
                + " policy.plain-beyond-loopback = true allows it as it is");
      } else if (addresses.contains(read.get()) && read.get().getPort() != 0) {
        top.error("listen", "\"" + text + "\" again", "each address once");
      }
      read.ifPresent(addresses::add);
    }
    if (texts.isEmpty() || texts.size() > MOST_ADDRESSES) {
      top.error("listen", texts.size() + " addresses", "1 to " + MOST_ADDRESSES);
    }
    return addresses.isEmpty()
        ? List.of(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
        : addresses;
  }

  private Path data(TomlSection top) {
    var expected = "a directory that this user may write, or that can be made";
    var data = source.requiredPath(top, "data", directory, expected);
    if (data.isEmpty()) {
      return directory;
    }
    var there = data.get();
    while (!Files.exists(there) && there.getParent() != null) {
      there = there.getParent();
    }
    if (!Files.isDirectory(there) || !Files.isWritable(there)) {
      top.error("data", "\"" + data.get() + "\"", expected);
    }
    return data.get();
  }

  private IdentityConfig identity(TomlSection table) {
    var expected = "a PEM file with certificates";
    boolean isPrivate = table.flag("private-addresses", false);
    var authorities = Optional.<SSLContext>empty();
    var file = source.path(table, "authorities", directory, expected);
    try {
      if (file.isPresent()) {
        source.checkDates(file.get());
        authorities = Optional.of(Authorities.read(file.get()));
      }
    } catch (IOException e) {
      table.error(
          "authorities",
          "\"" + file.orElse(directory) + "\"",
          expected + "; " + Messages.clause(e));
    }
    var usual = DirectoryLimits.DEFAULT;
    var directories =
        new DirectoryLimits(
            (int) table.bytes("directory-bytes", usual.maxBytes(), KIB, MIB),
            table.count("directory-keys", usual.maxKeys(), 1, DirectoryLimits.MOST_KEYS),
            table
                .duration("directory-time", Duration.ofMillis(100), Duration.ofMinutes(5))
                .orElse(usual.time()));
    table.finish();
    return new IdentityConfig(isPrivate, authorities, directories);
  }

  /// {@return the default limits}
  public static LimitsConfig usualLimits() {
    var nothing = ConfigSource.of("", Map.of(), Instant.EPOCH).top(Toml.parse(""));
    return limits(nothing.table("limits"));
  }

  private static LimitsConfig limits(TomlSection table) {
    int workers = table.count("workers", 4, 1, 256);
    int heapMiB = (int) (table.bytes("heap", 256 * MIB, 32 * MIB, 64 * GIB) / MIB);
    int spares = table.count("spare-workers", 1, 0, 64);
    long workerMiB = PoolSettings.workerMiB(heapMiB);
    long allMiB = workers * workerMiB + spares * (long) PoolSettings.SPARE_MIB;
    var limits =
        new LimitsConfig(
            table.count("visits-at-once", 8, 1, 1_000),
            table.count("waiting-visits", 1_000, 0, 100_000),
            workers,
            heapMiB,
            spares,
            table.duration("worker-idle", SECOND, Duration.ofDays(1)).orElse(Duration.ofMinutes(1)),
            table.bytes("worker-memory", allMiB * MIB, workerMiB * MIB, TIB) / MIB,
            table.duration("visit-time", SECOND, MONTH).orElse(Duration.ofHours(1)),
            table.duration("cpu-time", SECOND, MONTH).orElse(Duration.ofMinutes(10)),
            table.bytes("allocated-bytes", 256 * GIB, MIB, 1_024 * TIB),
            table.count("pages", 1_000_000, 1, 1_000_000_000),
            table.bytes("page-bytes", 16 * GIB, KIB, TIB),
            table.count("findings", 1_000_000, 1, 1_000_000_000),
            (int) table.bytes("finding-bytes", 256 * KIB, 64, MIB),
            table.bytes("output-bytes", GIB, KIB, TIB),
            table.count("log-lines", 1_000, 1, 1_000_000),
            table.count("messages", 36_000, 1, 1_000_000_000),
            (int) table.bytes("state-bytes", 16 * MIB, KIB, 16 * MIB),
            table.duration("checkpoint-every", Duration.ZERO, Duration.ofHours(1)).orElse(SECOND),
            table.count("read-ahead", 4, 0, 64),
            table
                .duration("keep-ended", Duration.ofMinutes(1), Duration.ofDays(365))
                .orElse(Duration.ofDays(7)),
            table.bytes("stored-bytes", 16 * GIB, MIB, 1_024 * TIB),
            stays(table),
            pages(table));
    table.finish();
    return limits;
  }

  private static StayLimits stays(TomlSection table) {
    var usual = StayLimits.DEFAULT;
    return new StayLimits(
        table.count("parked", usual.parked(), 0, 1_000_000),
        table.count("parked-per-signer", usual.parkedPerSigner(), 0, 1_000_000),
        table.duration("stay", SECOND, Duration.ofDays(366)).orElse(usual.stay()),
        table.count("wakes-a-day", usual.wakesADay(), 1, 1_000_000),
        table.duration("wake-time", SECOND, MONTH).orElse(usual.wakeTime()),
        table.duration("sweep-every", SECOND, Duration.ofDays(1)).orElse(usual.sweepEvery()),
        table.duration("sitemap-every", SECOND, Duration.ofDays(1)).orElse(usual.sitemapEvery()),
        table.duration("recheck-every", SECOND, MONTH).orElse(usual.recheckEvery()));
  }

  private static PageLimits pages(TomlSection table) {
    var usual = PageLimits.usual(Runtime.getRuntime().availableProcessors());
    long storeBytes = table.bytes("page-store", usual.storeBytes(), 0, TIB);
    if (storeBytes > 0 && storeBytes < PageLimits.LEAST_STORE_BYTES) {
      table.error(
          "page-store",
          "\"" + Quantity.ofBytes(storeBytes) + "\"",
          "\"0 B\" for no page store, or a size from \"%s\" to \"%s\""
              .formatted(Quantity.ofBytes(PageLimits.LEAST_STORE_BYTES), Quantity.ofBytes(TIB)));
    }
    return new PageLimits(
        storeBytes, table.count("readers", usual.readers(), 1, PageLimits.MOST_READERS));
  }

  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final Duration MONTH = Duration.ofDays(30);

  private static AuditConfig audit(TomlSection table) {
    var usual = AuditConfig.DEFAULT;
    var day = Duration.ofDays(1);
    var audit =
        new AuditConfig(
            table.bytes("segment", usual.segmentBytes(), 64 * KIB, GIB),
            table.bytes("total", usual.totalBytes(), MIB, TIB),
            table.duration("age", day, day.multipliedBy(3_650)).orElse(usual.age()),
            table.count("urls", usual.urls(), 0, 1_000));
    table.finish();
    return audit;
  }

  private static PolicyConfig policy(TomlSection table) {
    var expected = "addresses of this host, as [\"atp://agents.example.org:10434\"]";
    var policy =
        new PolicyConfig(
            ConfigSource.values(table, "names", expected, AtpAddress::parse),
            table.flag("plain-beyond-loopback", false),
            confinement(table),
            table.text("confinement", CONFINEMENTS).isPresent(),
            unrouted(table),
            table
                .duration("passport-validity", Duration.ofMinutes(1), Duration.ofDays(366))
                .orElse(VerifierSettings.DEFAULT_MAX_VALIDITY),
            table
                .duration("signature-validity", SECOND, Duration.ofHours(1))
                .orElse(RequestVerifier.Times.DEFAULT.longest()),
            table
                .duration("clock-skew", Duration.ZERO, Duration.ofMinutes(10))
                .orElse(VerifierSettings.DEFAULT_SKEW),
            table.count("nonces-per-key", Store.USUAL_NONCES, 100, 10_000_000),
            table.flag("hold", false));
    table.finish();
    return policy;
  }

  private static ControlConfig control(TomlSection table) {
    var expected = "the name of a group of this machine";
    var group = table.text("group", expected);
    group
        .filter(name -> !name.matches("[A-Za-z0-9_][A-Za-z0-9_.-]{0,31}[$]?"))
        .ifPresent(name -> table.error("group", "\"" + name + "\"", expected));
    table.finish();
    return new ControlConfig(group);
  }

  private static final String CONFINEMENTS = "filtered, isolated or offered";

  private static Confinement confinement(TomlSection table) {
    var text = table.text("confinement", CONFINEMENTS).orElse("filtered");
    return switch (text) {
      case "filtered" -> Confinement.FILTERED;
      case "isolated" -> Confinement.ISOLATED;
      case "offered" -> Confinement.OFFERED;
      default -> {
        table.error("confinement", "\"" + text + "\"", CONFINEMENTS);
        yield Confinement.FILTERED;
      }
    };
  }

  private static Unrouted unrouted(TomlSection table) {
    var expected = "take or refuse";
    var text = table.text("unrouted", expected).orElse("take");
    return switch (text) {
      case "take" -> Unrouted.TAKE;
      case "refuse" -> Unrouted.REFUSE;
      default -> {
        table.error("unrouted", "\"" + text + "\"", expected);
        yield Unrouted.TAKE;
      }
    };
  }

  private void unknownVariables() {
    var asked = new TreeSet<>(source.askedVariables());
    asked.addAll(OTHER_VARIABLES);
    for (var variable : new TreeSet<>(source.environment().keySet())) {
      if (variable.startsWith("SOJOURN_") && !asked.contains(variable)) {
        source
            .mistakes()
            .add(
                new TomlError(
                    TomlError.ENVIRONMENT + variable,
                    variable,
                    "an unknown variable" + Suggestion.suffix(variable, asked),
                    "a variable named after a key of the configuration"));
      }
    }
  }
}
