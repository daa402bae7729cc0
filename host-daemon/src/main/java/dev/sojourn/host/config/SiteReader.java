package dev.sojourn.host.config;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.base.cli.Messages;
import dev.sojourn.visit.content.DocumentRoot;
import dev.sojourn.visit.content.FileRules;
import dev.sojourn.visit.content.PrivatePaths;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;

/// Reads `[[site]]`, and checks that no site serves files of the daemon.
final class SiteReader {
  private static final int MIB = 1 << 20;

  private final Path directory;
  private final ConfigSource source;
  private final List<Found> found = new ArrayList<>();

  /// A site with the table that tells of it, where errors are reported.
  private record Found(ConfigTable table, SiteConfig site) {}

  SiteReader(Path directory, ConfigSource source) {
    this.directory = directory;
    this.source = source;
  }

  void read(ConfigTable top) {
    var origins = new HashSet<String>();
    var tables = top.tables(source, "site");
    for (var table : tables) {
      var origin = origin(table);
      if (!origin.isEmpty() && !origins.add(origin)) {
        table.error("origin", "\"" + origin + "\" a second time", "each site once");
      }
      var root = table.root("root", directory, "the site's folder");
      if (root.isPresent() && (!Files.isDirectory(root.get()) || !Files.isReadable(root.get()))) {
        table.error("root", "\"" + root.get() + "\"", "an existing directory that can be read");
      }
      var index =
          table.texts("index", DocumentRoot.USUAL_INDEX_FILES, "names of files, [\"index.html\"]");
      for (var name : index) {
        if (name.isEmpty() || name.startsWith(".") || name.contains("/")) {
          table.error("index", "\"" + name + "\"", "file names that do not begin with a dot");
        }
      }
      var maxFile = (int) table.bytes("max-file", 16 * MIB, 1, 64 * MIB);
      var exclude = patterns(table, "exclude");
      var include = patterns(table, "include");
      table.finish();
      var files = FileRules.of(exclude, include);
      root.ifPresent(
          folder ->
              found.add(new Found(table, new SiteConfig(origin, folder, index, maxFile, files))));
      if (exclude.isEmpty()) {
        root.ifPresent(this::warnOfOtherRules);
      }
    }
    if (tables.isEmpty()) {
      top.error("site", "nothing", "at least one table [[site]] with origin and root");
    }
  }

  private static List<String> patterns(ConfigTable table, String key) {
    var expected =
        "patterns of files, as [\"*.bak\", \"drafts\", \"/reports/**/*.csv\"]: names with *, ? and"
            + " **";
    var patterns = table.texts(key, List.of(), expected);
    for (var pattern : patterns) {
      if (!FileRules.isPattern(pattern)) {
        table.error(key, "\"" + pattern + "\"", expected);
      }
    }
    return patterns.stream().filter(FileRules::isPattern).toList();
  }

  /// An operator who excludes something has thought of this.
  private void warnOfOtherRules(Path root) {
    ServerRules.first(root)
        .ifPresent(
            file ->
                source
                    .warnings()
                    .add(
                        ("The rules in %s are the web server's and are not read here; agents may"
                                + " read what it protects. Name those files in site.exclude.")
                            .formatted(file)));
  }

  private static String origin(ConfigTable table) {
    var expected = "scheme, host and port of the site, as \"https://docs.example.org\"";
    var text = table.requiredText("origin", expected);
    var bare = text.endsWith("/") ? text.substring(0, text.length() - 1) : text;
    var url = PageUrl.parse(bare + "/");
    if (text.isEmpty()) {
      return "";
    }
    if (url.isEmpty() || !url.get().toString().equals(url.get().origin() + "/")) {
      table.error("origin", "\"" + text + "\"", expected);
      return "";
    }
    return url.get().origin();
  }

  /// The sites, each of which lies apart from all that the configuration names; to be asked for
  /// when all of it was read.
  List<SiteConfig> apart() {
    for (var site : found) {
      requireApart(site.table(), site.site().root());
    }
    return found.stream().map(Found::site).toList();
  }

  private void requireApart(ConfigTable table, Path root) {
    var expected =
        "a folder that neither holds the daemon's data, keys and configuration nor lies in the"
            + " data; an agent could read them and take them away, so move one of the two";
    try {
      if (Files.isDirectory(root) && root.toRealPath().getParent() == null) {
        table.error("root", "\"" + root + "\", the whole machine", expected);
        return;
      }
      for (var own : source.paths()) {
        var paths = new PrivatePaths(List.of(own.path()));
        if (paths.overlapping(root).isPresent()) {
          var named = "\"" + root + "\", and " + own.key() + " is \"" + own.path() + "\"";
          table.error("root", named, expected);
          return;
        }
      }
    } catch (IOException e) {
      table.error("root", "\"" + root + "\", but " + Messages.clause(e), expected);
    }
  }
}
