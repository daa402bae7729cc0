package dev.sojourn.host.daemon;

import dev.sojourn.identity.key.KeySet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// A folder with a site, keys and a configuration.
public final class HostFolder {
  private final Path folder;
  private final Path root;
  private static final String FILES = "root = \"www\"";

  private String source = FILES;

  public HostFolder(Path folder) throws IOException {
    this.folder = folder;
    this.root = Files.createDirectory(folder.resolve("www"));
  }

  Path root() {
    return root;
  }

  /// Pages that link each to the next two.
  List<String> chain(int pages) throws IOException {
    var urls = new ArrayList<String>();
    for (int i = 0; i < pages; i++) {
      page(name(i), "Page " + i, name(i + 1), name(i + 2));
      urls.add(Owner.SITE + "/" + (i == 0 ? "" : name(i)));
    }
    return urls;
  }

  private static String name(int page) {
    return page == 0 ? "index.html" : "page" + page + ".html";
  }

  void page(String path, String title, String... links) throws IOException {
    var html = new StringBuilder("<!doctype html><title>" + title + "</title><p>" + title);
    for (var link : links) {
      html.append("<a href=\"").append(link).append("\">").append(link).append("</a>");
    }
    file(path, html.toString());
  }

  void file(String path, String content) throws IOException {
    var file = root.resolve(path);
    Files.createDirectories(file.getParent());
    Files.writeString(file, content);
  }

  /// From now on configurations give the pages by these keys of `[[site]]`.
  void giveBy(String keys) {
    source = keys;
  }

  /// From now on configurations give the pages by their files, as at the beginning.
  void giveFiles() {
    source = FILES;
  }

  /// From now on configurations give the pages by this web server, a few in a second for all visits
  /// together. Agents that wait for them take no processor time.
  void giveSlowly(int port, int pagesPerSecond) {
    giveBy(
        "upstream = \"http://127.0.0.1:%d\"\nupstream-rate = %d".formatted(port, pagesPerSecond));
  }

  /// A configuration that trusts the owners; `more` is added at its end.
  public Path config(List<Owner> owners, String more) throws IOException {
    return config(owners, folder.resolve("data"), more);
  }

  Path config(List<Owner> owners, Path data, String more) throws IOException {
    var toml = new StringBuilder();
    toml.append("listen = \"127.0.0.1:0\"\ndata = \"").append(data).append("\"\n");
    toml.append("[[site]]\norigin = \"")
        .append(Owner.SITE)
        .append("\"\n")
        .append(source)
        .append("\n");
    for (var owner : owners) {
      var file = folder.resolve(owner.key().id() + ".jwk");
      if (!Files.exists(file)) {
        new KeySet(List.of(owner.key().verifyKey())).write(file);
      }
      toml.append("[[trust]]\nname = \"owner ")
          .append(owner.key().id(), 0, 6)
          .append("\"\nkeys = \"")
          .append(file)
          .append("\"\n");
    }
    var config = folder.resolve("host.toml");
    Files.writeString(config, toml + more);
    return config;
  }
}
