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

/// Reads the key files of signers and hosts repeatedly, and compares their content. Time and size
/// are not enough: they stay the same when a file becomes readable. If a file cannot be read, or
/// has a key of another table, its old keys stay in use. The log reports each reason once. For use
/// by one thread.
final class KeyFileWatch {
  private static final System.Logger LOG = System.getLogger(KeyFileWatch.class.getName());
  private static final int MOST_NAMED = 3;

  private final Map<Path, String> failures = new HashMap<>();

  /// {@return the tables with the present keys of their files}
  ///
  /// @param tables the tables with the keys in use
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

  /// Two tables with one key are an error, as in the configuration. It would be unclear which
  /// signer owns the key, and whose limits and bans apply.
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
