package dev.sojourn.lab.site;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.lab.experiment.SiteDescription;
import dev.sojourn.visit.content.Content;
import dev.sojourn.visit.content.FileRules;
import dev.sojourn.visit.content.UrlRules;
import dev.sojourn.visit.warc.WarcSettings;
import dev.sojourn.visit.warc.WarcSource;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/// The captured pages of a site as files of a folder. A folder cannot serve a URL with a query, so
/// such pages are left out. Answers that are not pages are left out too.
///
/// If the URL of an HTML page has no extension, its file gets `.html`, for servers with clean URLs.
/// Links with the site's original origin are changed to paths on the site that now serves them.
final class WarcFolder {
  private static final System.Logger LOG = System.getLogger(WarcFolder.class.getName());

  private static final int OK = 200;
  private static final int MAX_NAME_BYTES = 255;
  private static final int MAX_BODY_BYTES = 64 << 20;
  private static final int MAX_RECORDS = 1_000_000;
  private static final String HTML = "text/html";
  private static final Pattern CHARSET = Pattern.compile("(?i);\\s*charset=\"?([^\";\\s]+)");

  private final SiteDescription.Warc site;
  private final Pattern ownLinks;

  WarcFolder(SiteDescription.Warc site) {
    this.site = site;
    var authority = site.origin().substring(site.origin().indexOf("//"));
    this.ownLinks =
        Pattern.compile(
            "([\"'])(?:https?:)?" + Pattern.quote(authority) + "(?:/|(?=\\1))",
            Pattern.CASE_INSENSITIVE);
  }

  /// Writes all pages.
  ///
  /// @throws IOException if a file cannot be read or written, or no file has a page of the site
  void write(Path folder) throws IOException {
    var source =
        WarcSource.open(
            new WarcSettings(
                site.origin(),
                site.files(),
                new UrlRules(FileRules.NONE),
                MAX_BODY_BYTES,
                MAX_RECORDS));
    for (var damage : source.damages()) {
      LOG.log(System.Logger.Level.WARNING, damage.text());
    }
    int written = 0;
    for (var url : source.urls()) {
      if (source.read(url) instanceof Content.Found found
          && found.status() == OK
          && write(url, found, folder)) {
        written++;
      }
    }
    if (written == 0) {
      throw new IOException(
          "no page of %s is in %s; compare site.origin with the URLs in the files"
              .formatted(site.origin(), site.files()));
    }
    if (written < source.size()) {
      LOG.log(
          System.Logger.Level.WARNING,
          "Of {0} captured URLs {1} became files; the others have a query, or are no pages.",
          source.size(),
          written);
    }
  }

  /// Writes a page if a file can have its name.
  private boolean write(PageUrl url, Content.Found found, Path folder) throws IOException {
    boolean isHtml = found.mediaType().equals(HTML);
    var target = target(url, isHtml, folder);
    if (target.isEmpty() || Files.exists(target.get())) {
      return false;
    }
    // A file cannot have other files below it.
    var names = folder.relativize(target.get());
    for (int length = 1; length < names.getNameCount(); length++) {
      if (Files.isRegularFile(folder.resolve(names.subpath(0, length)))) {
        return false;
      }
    }
    Files.createDirectories(target.get().resolveSibling(""));
    Files.write(target.get(), isHtml ? html(found) : found.body());
    return true;
  }

  private static Optional<Path> target(PageUrl url, boolean isHtml, Path folder) {
    if (url.query().isPresent()) {
      return Optional.empty();
    }
    try {
      var path = URLDecoder.decode(url.path().replace("+", "%2B"), StandardCharsets.UTF_8);
      var name = path.endsWith("/") ? path + "index.html" : path;
      boolean hasEnding = name.toLowerCase(Locale.ROOT).matches(".*[.]html?");
      var file =
          folder.resolve((isHtml && !hasEnding ? name + ".html" : name).substring(1)).normalize();
      int octets = file.getFileName().toString().getBytes(StandardCharsets.UTF_8).length;
      return file.startsWith(folder) && !file.equals(folder) && octets <= MAX_NAME_BYTES
          ? Optional.of(file)
          : Optional.empty();
    } catch (IllegalArgumentException _) {
      // The path has an invalid escape, or this system cannot represent it.
      return Optional.empty();
    }
  }

  /// Returns the page with its own links changed. If the header names a charset, the text becomes
  /// UTF-8.
  private byte[] html(Content.Found found) throws IOException {
    var charset = found.header("content-type").flatMap(WarcFolder::charset);
    // Without one, the page may name its charset itself, so it is changed octet by octet.
    var text = new String(found.body(), charset.orElse(StandardCharsets.ISO_8859_1));
    var own = ownLinks.matcher(text).replaceAll("$1/");
    return own.getBytes(charset.isPresent() ? StandardCharsets.UTF_8 : StandardCharsets.ISO_8859_1);
  }

  private static Optional<Charset> charset(String contentType) {
    var named = CHARSET.matcher(contentType);
    try {
      return named.find() ? Optional.of(Charset.forName(named.group(1))) : Optional.empty();
    } catch (IllegalCharsetNameException | UnsupportedCharsetException _) {
      return Optional.empty();
    }
  }
}
