package dev.sojourn.host.config;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Finds files with access rules of a web server in a site's folder, such as `.htaccess`. This
/// program does not apply these rules, so the operator gets a warning.
final class ServerRules {
  private static final Set<String> NAMES = Set.of(".htaccess", ".htpasswd", "web.config");
  private static final int MAX_DEPTH = 8;
  private static final int MAX_ENTRIES = 20_000;

  private ServerRules() {}

  /// Returns one such file if the first entries of the folder contain one.
  static Optional<Path> first(Path root) {
    var search = new Search();
    try {
      Files.walkFileTree(root, Set.of(), MAX_DEPTH, search);
    } catch (IOException _) {
      // The search ends if the folder cannot be read. The site reports this error itself.
    }
    return search.found.stream().findFirst();
  }

  private static final class Search extends SimpleFileVisitor<Path> {
    private final List<Path> found = new ArrayList<>();
    private int entries;

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
      if (NAMES.contains(String.valueOf(file.getFileName()))) {
        found.add(file);
      }
      return found.isEmpty() && ++entries < MAX_ENTRIES
          ? FileVisitResult.CONTINUE
          : FileVisitResult.TERMINATE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException e) {
      return FileVisitResult.CONTINUE;
    }
  }
}
