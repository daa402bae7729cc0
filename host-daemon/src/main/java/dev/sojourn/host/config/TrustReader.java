package dev.sojourn.host.config;

import dev.sojourn.base.json.JsonException;
import dev.sojourn.base.text.Messages;
import dev.sojourn.base.toml.TomlSection;
import dev.sojourn.identity.AgentUrl;
import dev.sojourn.identity.key.KeySet;
import dev.sojourn.identity.trust.TrustSource;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// Reads `[[trust]]` and `[[host]]`.
final class TrustReader {
  private final Path directory;
  private final ConfigSource source;

  TrustReader(Path directory, ConfigSource source) {
    this.directory = directory;
    this.source = source;
  }

  List<TrustConfig> trust(TomlSection top) {
    var trust = new ArrayList<TrustConfig>();
    var known = new HashMap<String, String>();
    for (var table : top.tables("trust")) {
      var name = table.requiredText("name", "your name for the owner of these keys");
      var source = trustSource(table);
      var limits = limits(table);
      table.finish();
      source.ifPresent(by -> trust.add(new TrustConfig(name, by, limits, List.of())));
      requireOnce(table, name, source, known);
    }
    return trust;
  }

  private static SignerLimits limits(TomlSection table) {
    var none = SignerLimits.NONE;
    return new SignerLimits(
        table.count("visits-at-once", none.visitsAtOnce(), 1, 1_000),
        table.count("visits-a-day", none.visitsADay(), 1, 1_000_000_000L),
        table.count("pages-a-day", none.pagesADay(), 1, 1_000_000_000_000L),
        table.bytes("bytes-a-day", none.bytesADay(), 1L << 10, 1L << 50),
        table
            .duration("cpu-a-day", Duration.ofSeconds(1), Duration.ofDays(366))
            .orElse(none.cpuADay()),
        table.bytes("stored-bytes", none.storedBytes(), 1L << 20, 1L << 50));
  }

  private Optional<TrustSource> trustSource(TomlSection table) {
    var fileExpected = "a file with a public key (JWK) or keys (JWKS)";
    var urlExpected = "an https URL that publishes keys, as \"https://crawler.example\"";
    var printExpected = "the thumbprint of a key: 43 characters of base64url";
    var file = this.source.path(table, "keys", directory, fileExpected);
    var url = table.text("url", urlExpected);
    var print = table.text("thumbprint", printExpected);
    long given = Stream.of(file, url, print).filter(Optional::isPresent).count();
    if (given != 1) {
      table.error(
          "keys",
          given == 0 ? "nothing" : "more than one of keys, url and thumbprint",
          "one of keys, url and thumbprint");
      return Optional.empty();
    }
    if (url.isPresent()) {
      var parsed = AgentUrl.parse(url.get());
      if (parsed.isEmpty()) {
        table.error("url", "\"" + url.get() + "\"", urlExpected);
      }
      return parsed.map(TrustSource.Url::new);
    }
    if (print.isPresent()) {
      if (!print.get().matches("[A-Za-z0-9_-]{43}")) {
        table.error("thumbprint", "\"" + print.get() + "\"", printExpected);
        return Optional.empty();
      }
      return Optional.of(new TrustSource.Thumbprint(print.get()));
    }
    return file.flatMap(path -> keyFile(table, path));
  }

  List<TrustConfig> hosts(TomlSection top) {
    var expected = "a file with the host's public key, as `host key` prints it";
    var hosts = new ArrayList<TrustConfig>();
    var known = new HashMap<String, String>();
    for (var table : top.tables("host")) {
      var name = table.requiredText("name", "your name for the host with these keys");
      var by =
          this.source
              .requiredPath(table, "keys", directory, expected)
              .flatMap(path -> keyFile(table, path));
      var addresses = WireReader.addresses(table, "addresses");
      table.finish();
      if (addresses.isEmpty()) {
        source
            .warnings()
            .add(
                ("The host \"%s\" has no addresses, so agents that come from there along an"
                        + " itinerary are refused. Name them in host.addresses, as"
                        + " [\"atp://agents.example.org:10434\"].")
                    .formatted(name));
      }
      by.ifPresent(keys -> hosts.add(new TrustConfig(name, keys, SignerLimits.NONE, addresses)));
      requireOnce(table, name, by, known);
    }
    return hosts;
  }

  /// Reports a name or key that two tables share. It would be unclear which table counts, and
  /// removing one table might not remove the trust.
  ///
  /// @param known names, keys and URLs of the earlier tables, each with the name of its table
  private static void requireOnce(
      TomlSection table, String name, Optional<TrustSource> source, Map<String, String> known) {
    if (!name.isEmpty() && known.putIfAbsent("name " + name, name) != null) {
      table.error("name", "\"" + name + "\" a second time", "each name once");
    }
    source.ifPresent(
        by -> {
          switch (by) {
            case TrustSource.KeyFile(_, var keys) ->
                keys.keys().forEach(key -> requireOnce(table, "keys", key.id(), name, known));
            case TrustSource.Thumbprint(var keyId) ->
                requireOnce(table, "thumbprint", keyId, name, known);
            case TrustSource.Url(var url) -> requireOnce(table, "url", url.text(), name, known);
          }
        });
  }

  private static void requireOnce(
      TomlSection table, String key, String value, String name, Map<String, String> known) {
    var before = known.putIfAbsent("value " + value, name);
    if (before != null) {
      var found = "\"%s\", which \"%s\" has already".formatted(value, before);
      table.error(key, found, "each key and each URL in one table");
    }
  }

  private static Optional<TrustSource> keyFile(TomlSection table, Path file) {
    try {
      return Optional.of(new TrustSource.KeyFile(file, KeySet.read(file)));
    } catch (IOException e) {
      var why =
          e.getCause() instanceof JsonException json
              ? Messages.expectation(String.valueOf(json.getMessage()))
              : Messages.clause(e);
      table.error(
          "keys",
          "\"" + file + "\", but " + why,
          "a file with a public Ed25519 key as JWK, or with keys as JWKS");
      return Optional.empty();
    }
  }
}
