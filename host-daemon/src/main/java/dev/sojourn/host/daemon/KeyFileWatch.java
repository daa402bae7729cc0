package dev.sojourn.host.daemon;

import dev.sojourn.base.cli.Messages;
import dev.sojourn.host.config.TrustConfig;
import dev.sojourn.identity.key.KeySet;
import dev.sojourn.identity.trust.TrustSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Reads the files with the keys of signers and hosts again when they change. Where a file that
/// changed cannot be read, its keys stay as they were. Used by one thread.
final class KeyFileWatch {
  private static final System.Logger LOG = System.getLogger(KeyFileWatch.class.getName());

  private final Map<Path, String> stamps = new HashMap<>();

  /// Whether a file of these changed since the last call; the first time that a file is seen is no
  /// change.
  boolean hasChanged(List<TrustConfig> tables) {
    boolean changed = false;
    for (var table : tables) {
      if (table.source() instanceof TrustSource.KeyFile(var file, _)) {
        var now = stamp(file);
        var before = stamps.put(file, now);
        changed |= before != null && !before.equals(now);
      }
    }
    return changed;
  }

  /// The tables with the present keys of their files.
  List<TrustConfig> read(List<TrustConfig> tables) {
    var read = new ArrayList<TrustConfig>();
    for (var table : tables) {
      read.add(
          table.source() instanceof TrustSource.KeyFile(var file, _)
              ? table.withSource(again(table, file))
              : table);
    }
    return read;
  }

  private static TrustSource again(TrustConfig table, Path file) {
    try {
      return new TrustSource.KeyFile(file, KeySet.read(file));
    } catch (IOException e) {
      LOG.log(
          System.Logger.Level.WARNING,
          "The keys of {0} stay as they were, since {1} cannot be used: {2}. Put the file right, or"
              + " take the table out of the configuration.",
          table.name(),
          file,
          Messages.clause(e));
      return table.source();
    }
  }

  private static String stamp(Path file) {
    try {
      var attributes = Files.readAttributes(file, BasicFileAttributes.class);
      return attributes.lastModifiedTime() + " " + attributes.size() + " " + attributes.fileKey();
    } catch (IOException e) {
      return e.toString();
    }
  }
}
