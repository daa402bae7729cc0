package dev.sojourn.lab.experiment;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.base.toml.TomlSection;
import dev.sojourn.lab.process.InstalledPackage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;

/// Reads the sites of an experiment: one table `[site]`, whose keys may vary, or several tables
/// `[[site]]`.
final class SiteTableReader {
  private static final int KIB = 1 << 10;
  private static final int MIB = 1 << 20;
  private static final int MOST_A_DAY = 100;

  private final Path file;
  private final boolean looksAtFiles;
  private final Map<String, Optional<String>> expectedPackages = new HashMap<>();

  /// Prepares the reading of a file.
  ///
  /// @param looksAtFiles whether files, folders and packages in the file must exist
  SiteTableReader(Path file, boolean looksAtFiles) {
    this.file = file;
    this.looksAtFiles = looksAtFiles;
  }

  List<ServedSite> read(TomlSection top) {
    if (top.listLength("site").isEmpty()) {
      return List.of(site(top.table("site")));
    }
    var tables = top.tables("site");
    if (tables.isEmpty() || tables.size() > Variant.MAX_SITES) {
      top.error("site", "%d sites".formatted(tables.size()), "1 to " + Variant.MAX_SITES);
    }
    return tables.stream().limit(Variant.MAX_SITES).map(this::site).toList();
  }

  private ServedSite site(TomlSection table) {
    var server = table.word("server", "lab", List.of("lab", "nginx"));
    var kind = table.word("kind", "", List.of("generated", "folder", "debian", "javadoc", "warc"));
    var start = table.text("start", "/", "a path, as /index.html");
    if (!start.startsWith("/")) {
      table.error("start", "\"" + start + "\"", "a path that begins with /");
    }
    var site =
        switch (kind) {
          case "folder" -> new SiteDescription.Folder(start, folder(table));
          case "debian" -> new SiteDescription.DebianPackage(start, debianPackage(table));
          case "javadoc" -> new SiteDescription.Javadoc(start, artifact(table));
          case "warc" -> new SiteDescription.Warc(start, origin(table), files(table));
          default -> generated(table, start);
        };
    // LinkReader reads the link of this site.
    var _ = table.table("link");
    boolean hasHosts = table.flag("hosts", true);
    boolean hasGzip = table.flag("gzip", true);
    table.finish();
    return new ServedSite(
        site, server.equals("nginx") ? ServerProgram.NGINX : ServerProgram.LAB, hasHosts, hasGzip);
  }

  private Path folder(TomlSection table) {
    var expected = "an existing directory";
    var text = table.requiredText("path", expected);
    var folder =
        path(text, Files::isDirectory, found -> table.error("path", found, expected)).orElse(file);
    if (looksAtFiles && table.has("path") && Files.exists(folder.resolve("robots.txt"))) {
      // Some crawlers would obey that robots.txt, and the others would read more pages.
      table.error(
          "path",
          "\"%s\" with a robots.txt of its own".formatted(folder),
          "a directory without one, since the lab writes it: move it elsewhere");
    }
    return folder;
  }

  /// Resolves a path relative to the file; reports a wrong path and returns empty.
  private Optional<Path> path(String text, Predicate<Path> fits, Consumer<String> mistake) {
    try {
      var path = file.toAbsolutePath().resolveSibling(text).normalize();
      if (looksAtFiles && !text.isEmpty() && !fits.test(path)) {
        mistake.accept("\"" + path + "\"");
      }
      return Optional.of(path);
    } catch (InvalidPathException _) {
      mistake.accept("\"" + text + "\"");
      return Optional.empty();
    }
  }

  private String debianPackage(TomlSection table) {
    var expected = "the name of a Debian package, as python3-doc";
    var name = table.requiredText("package", expected);
    if (table.hasText("package") && !name.matches("[a-z0-9][a-z0-9+.-]{1,99}")) {
      table.error("package", "\"" + name + "\"", expected);
    } else if (table.hasText("package") && looksAtFiles) {
      expectedPackages
          .computeIfAbsent(name, SiteTableReader::expectedPackage)
          .ifPresent(lacking -> table.error("package", "\"" + name + "\"", lacking));
    }
    return name;
  }

  /// What is missing for a package; empty if its documentation is installed.
  private static Optional<String> expectedPackage(String name) {
    var toInstall = "a package that is installed here; install it with: apt install " + name;
    try {
      var installed = InstalledPackage.of(name);
      if (!installed.isInstalled()) {
        return Optional.of(toInstall);
      }
      return installed.documentation().isPresent()
          ? Optional.empty()
          : Optional.of("a package that has an index.html");
    } catch (IOException _) {
      return Optional.of(toInstall);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }

  private static MavenCoordinates artifact(TomlSection table) {
    var text = table.requiredText("artifact", MavenCoordinates.FORM);
    var read = MavenCoordinates.parse(text);
    if (table.hasText("artifact") && read.isEmpty()) {
      table.error("artifact", "\"" + text + "\"", MavenCoordinates.FORM);
    }
    return read.orElse(new MavenCoordinates("", "", ""));
  }

  private static String origin(TomlSection table) {
    var expected = "scheme, host and port that the pages had, as \"https://www.example.org\"";
    var text = table.requiredText("origin", expected);
    var bare = text.endsWith("/") ? text.substring(0, text.length() - 1) : text;
    var url = PageUrl.parse(bare + "/").filter(page -> page.toString().equals(page.origin() + "/"));
    if (table.hasText("origin") && url.isEmpty()) {
      table.error("origin", "\"" + text + "\"", expected);
    }
    return url.map(PageUrl::origin).orElse(bare);
  }

  private List<Path> files(TomlSection table) {
    var expected = "existing WARC files, as [\"site.warc.gz\"]";
    var texts = table.differentTexts("files", expected);
    if (table.isNothing("files")) {
      table.error("files", table.has("files") ? "no file" : "nothing", expected);
    }
    var files = new ArrayList<Path>();
    for (int i = 0; i < texts.size(); i++) {
      int index = i;
      path(
              texts.get(i),
              Files::isRegularFile,
              found -> table.error("files", index, found, expected))
          .ifPresent(files::add);
    }
    return files;
  }

  private static SiteDescription generated(TomlSection table, String start) {
    var site =
        new SiteDescription.Generated(
            start,
            table.count("pages", 500, 1, 1_000_000),
            (int) table.bytes("page-bytes", 16 * KIB, KIB, MIB),
            table.count("links", 20, 1, 1_000),
            table.count("children", 4, 1, 1_000),
            table.count("parts", 1, 1, 64),
            table.number("leaving", 0, 1),
            table.number("changed", 0, 1),
            table.number("relevant", 0, 1),
            new SiteDescription.Rates(
                table.number("changing", 0, MOST_A_DAY),
                table.number("coming", 0, MOST_A_DAY),
                table.number("going", 0, MOST_A_DAY)));
    double staying = site.links() * (1 - site.leaving());
    if (site.children() > staying + 1e-9) {
      table.error(
          table.has("leaving") ? "leaving" : "links",
          "%d links with a share of %s that leave the part".formatted(site.links(), site.leaving()),
          "as many others as site.children, %d, at least".formatted(site.children()));
    }
    if (site.leaving() > 0 && site.parts() == 1) {
      table.error("leaving", Double.toString(site.leaving()), "0, since site.parts is 1");
    }
    if (site.pages() < site.parts()) {
      table.error("parts", Integer.toString(site.parts()), "at most as many as site.pages");
    }
    return site;
  }
}
