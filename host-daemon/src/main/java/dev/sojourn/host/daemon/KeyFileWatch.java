package dev.sojourn.host.daemon;

import dev.sojourn.base.cli.Messages;
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

/// Reads the files with the keys of signers and hosts again and again, and compares what they hold:
/// a time or a size does not tell that a file may be read from now on. The keys of a file that
/// cannot be read stay as they were, and the log says so once for each reason. Used by one thread.
final class KeyFileWatch {
  private static final System.Logger LOG = System.getLogger(KeyFileWatch.class.getName());
  private static final int MOST_NAMED = 3;

  private final Map<Path, String> failures = new HashMap<>();

  /// {@return the tables with the present keys of their files}
  ///
  /// @param tables with the keys that are in use
  List<TrustConfig> read(List<TrustConfig> tables) {
    var read = new ArrayList<TrustConfig>();
    for (var table : tables) {
      read.add(
          table.source() instanceof TrustSource.KeyFile(var file, var keys)
              ? again(table, file, keys)
              : table);
    }
    return read;
  }

  private TrustConfig again(TrustConfig table, Path file, KeySet before) {
    try {
      var now = KeySet.read(file);
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

  private static String named(KeySet set) {
    var ids =
        set.keys().stream().limit(MOST_NAMED).map(VerifyKey::id).collect(Collectors.joining(", "));
    int more = set.keys().size() - MOST_NAMED;
    return more > 0 ? ids + " and " + Messages.count(more, "further key") : ids;
  }
}
