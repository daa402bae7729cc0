package dev.sojourn.app.whole;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jsoup.Jsoup;
import org.jsoup.internal.StringUtil;
import org.jsoup.nodes.Document;

/// What a crawl of a folder should find, worked out from the files alone. It shares no code with
/// the crawl, neither for URLs nor for robots.txt.
///
/// @param pages the paths of all allowed HTML pages that can be reached from `/`, with the SHA-256
///   of their bodies
/// @param robots the rules it kept to
record SiteWalk(Map<String, String> pages, Rules robots) {
  private static final Pattern BEHIND_PATH = Pattern.compile("[#?].*");

  /// Sees each page of a walk, which parses it once for all uses.
  interface WalkedPage {
    void read(String path, byte[] body, Document html) throws IOException;
  }

  /// Walks a folder as it is served at an origin.
  static SiteWalk of(Path root, String origin) throws IOException {
    return of(root, origin, (_, _, _) -> {});
  }

  /// Walks a folder, and shows each page.
  static SiteWalk of(Path root, String origin, WalkedPage shown) throws IOException {
    var robots = Rules.read(root.resolve("robots.txt"));
    var pages = new TreeMap<String, String>();
    var seen = new HashSet<String>();
    var waiting = new ArrayDeque<>(List.of("/"));
    while (!waiting.isEmpty()) {
      var path = waiting.remove();
      if (!seen.add(path) || !robots.allows(path)) {
        continue;
      }
      var file = root.resolve(path.substring(1)).normalize();
      if (Files.isDirectory(file) && !path.endsWith("/")) {
        waiting.add(path + "/");
        continue;
      }
      var page = path.endsWith("/") ? file.resolve("index.html") : file;
      if (!page.toString().endsWith(".html") || !Files.isRegularFile(page)) {
        continue;
      }
      var body = Files.readAllBytes(page);
      var html = Jsoup.parse(new ByteArrayInputStream(body), "UTF-8", origin + path);
      pages.put(path, sha256(body));
      waiting.addAll(links(html, origin, path));
      shown.read(path, body, html);
    }
    return new SiteWalk(Collections.unmodifiableMap(pages), robots);
  }

  /// {@return the pages of each route, by the last matching line}
  Map<String, Map<String, String>> byRoute() {
    var parts = new TreeMap<String, Map<String, String>>();
    pages.forEach(
        (path, digest) ->
            parts.computeIfAbsent(robots.route(path), _ -> new TreeMap<>()).put(path, digest));
    return parts;
  }

  /// The paths on the same site to which a page links.
  static List<String> links(Document html, String origin, String path) {
    var urls = new ArrayList<String>();
    var named =
        "a[href], area[href], link[rel~=^(canonical|next|prev)$], link[rel=alternate]:not([type])";
    for (var link : html.select(named)) {
      if (!link.attr("rel").contains("nofollow")) {
        urls.add(link.absUrl("href"));
      }
    }
    html.select("frame[src], iframe[src]").forEach(frame -> urls.add(frame.absUrl("src")));
    for (var refresh : html.select("meta[http-equiv=refresh]")) {
      var target = refresh.attr("content").replaceFirst("^[^;]*; *(url=)?", "");
      urls.add(StringUtil.resolve(origin + path, target));
    }
    return urls.stream()
        .filter(url -> url.startsWith(origin + "/"))
        .map(url -> BEHIND_PATH.matcher(url.substring(origin.length())).replaceFirst(""))
        .toList();
  }

  private static String sha256(byte[] body) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(body));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }

  /// The part of robots.txt that the demo's file uses: one group for all, `Disallow` with `*`, and
  /// routes.
  record Rules(List<String> disallowed, List<String[]> routes) {

    static Rules read(Path file) throws IOException {
      var disallowed = new ArrayList<String>();
      var routes = new ArrayList<String[]>();
      for (var line : Files.readAllLines(file)) {
        if (line.startsWith("Disallow: ")) {
          disallowed.add(line.substring("Disallow: ".length()).strip());
        } else if (line.startsWith("Mobile-agent-server: ")) {
          routes.add(line.substring("Mobile-agent-server: ".length()).strip().split(" +", 2));
        }
      }
      return new Rules(disallowed, routes);
    }

    boolean allows(String path) {
      return disallowed.stream().noneMatch(pattern -> matches(pattern, path));
    }

    String route(String path) {
      return routes.reversed().stream()
          .filter(route -> path.startsWith(route[0]))
          .map(route -> route[1])
          .findFirst()
          .orElse("unspecified");
    }

    private static boolean matches(String pattern, String path) {
      int from = 0;
      boolean first = true;
      for (var piece : pattern.split("\\*", -1)) {
        int at = path.indexOf(piece, from);
        if (at < 0 || (first && at != 0)) {
          return false;
        }
        first = false;
        from = at + piece.length();
      }
      return true;
    }
  }
}
