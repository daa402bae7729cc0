package dev.sojourn.host.daemon;

import dev.sojourn.base.text.Messages;
import dev.sojourn.host.config.TrustConfig;
import dev.sojourn.identity.key.KeySet;
import dev.sojourn.identity.key.VerifyKey;
import dev.sojourn.identity.trust.TrustSource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// Reads the files with the keys of signers and hosts again and again, and compares their content:
/// a file that becomes readable keeps its time and size. If a file cannot be read, or has a key of
/// another table, its keys stay as they were. The log says so once for each reason. Used by one
/// thread.
final class KeyFileWatch {
  private static final System.Logger LOG = System.getLogger(KeyFileWatch.class.getName());
  private static final int MOST_NAMED = 3;

  private final Map<Path, String> failures = new HashMap<>();

  /// {@return the tables with the present keys of their files}
  ///
  /// @param tables with the keys that are in use
  List<TrustConfig> read(List<TrustConfig> tables) {
    var read = new ArrayList<>(tables);
    for (int i = 0; i < read.size(); i++) {
      var table = read.get(i);
      if (table.source() instanceof TrustSource.KeyFile(var file, var keys)) {
        read.set(i, again(table, file, keys, read));
      }
    }
    return List.copyOf(read);
  }

  private TrustConfig again(TrustConfig table, Path file, KeySet before, List<TrustConfig> tables) {
    try {
      var now = KeySet.read(file);
      requireOwn(now, table, tables);
      failures.remove(file);
      if (now.equals(before)) {
        return table;
      }
      LOG.log(
          System.Logger.Level.INFO,
          "The keys of {0} in {1} changed, and are in use: {2}",
          table.name(),
          file,
          named(now));
      return table.withSource(new TrustSource.KeyFile(file, now));
    } catch (IOException e) {
      var why = Messages.clause(e);
      if (!why.equals(failures.put(file, why))) {
        LOG.log(
            System.Logger.Level.WARNING,
            "The keys of {0} stay as they were, since {1} cannot be used: {2}. Put the file right,"
                + " or take the table out of the configuration.",
            table.name(),
            file,
            why);
      }
      return table;
    }
  }

  /// As in the configuration: with two tables of one key it would be unclear which of them counts.
  /// A signer could pass for another one, and have the limits and bans of both mixed.
  private static void requireOwn(KeySet now, TrustConfig table, List<TrustConfig> tables)
      throws IOException {
    for (var other : tables) {
      for (var key : now.keys()) {
        if (!other.name().equals(table.name()) && isOf(other, key)) {
          throw new IOException(
              "it has the key %s, which \"%s\" has already".formatted(key.id(), other.name()));
        }
      }
    }
  }

  private static boolean isOf(TrustConfig table, VerifyKey key) {
    return switch (table.source()) {
      case TrustSource.KeyFile(_, var keys) -> keys.find(key.id()).isPresent();
      case TrustSource.Thumbprint(var keyId) -> keyId.equals(key.id());
      case TrustSource.Url _ -> false;
    };
  }

  private static String named(KeySet set) {
    var ids =
        set.keys().stream().limit(MOST_NAMED).map(VerifyKey::id).collect(Collectors.joining(", "));
    int more = set.keys().size() - MOST_NAMED;
    return more > 0 ? ids + " and " + Messages.count(more, "further key") : ids;
  }
}
