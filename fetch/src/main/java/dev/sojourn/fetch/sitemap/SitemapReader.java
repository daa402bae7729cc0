package dev.sojourn.fetch.sitemap;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.base.text.ForeignText;
import dev.sojourn.fetch.sitemap.SitemapScanner.Stop;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/// Reads one sitemap or feed: `urlset` and `sitemapindex` (sitemaps.org 0.9), RSS, RSS 1.0, Atom,
/// and text with a URL on each line. Strangers may have written the file. So the reader resolves no
/// declared entities and has limits. It skips faulty parts as far as possible ([SitemapScanner]).
/// If a file breaks off, its entries up to there count, and it is marked as cut.
public final class SitemapReader {
  /// The limit of entries that are read; the protocol allows no more.
  public static final int MAX_ENTRIES = 50_000;

  /// The largest sitemap that is read, in bytes without compression. The protocol allows no more.
  public static final int MAX_BYTES = 50 << 20;

  /// The limit of characters in the URLs of all entries, which are in memory together.
  static final int MAX_URL_CHARS = 16 << 20;

  /// The limit of characters in the URL of a sitemap, which is kept between rounds. The limit of
  /// the protocol is lower.
  private static final int MAX_SITEMAP_CHARS = 2_048;

  /// The limit of tags before the root of a sitemap, for example in a warning of a template.
  private static final int MAX_TAGS_BEFORE = 100;

  /// Additional characters for the white space around a text.
  private static final int WHITE_SPACE = 1_000;

  private static final int MAX_DEPTH = 64;
  private static final int MAX_DATE_CHARS = 64;
  private static final int SHOWN_CHARS = 120;
  private static final long MIX = 0x9E3779B97F4A7C15L;

  private final Function<String, Optional<PageUrl>> urls;
  private final SitemapScanner in;
  private final TreeMap<String, Long> stamps = new TreeMap<>();
  private final List<PageUrl> sitemaps = new ArrayList<>();
  private final SitemapScanner.Text skipped = new SitemapScanner.Text(0);
  private String rootPrefix = "";
  private boolean isDated = true;
  private boolean isCut;
  private boolean isOver;
  private int entries;
  private long urlChars;
  private int depth = 1;

  /// A tag that ended a text and is still to be handled.
  private Optional<Stop> pending = Optional.empty();

  /// The depth of the first entry; 0 before it. Unclosed tags do not change this depth.
  private int entryDepth;

  // The state of the current entry.
  private boolean isInEntry;
  private String url = "";
  private String otherUrl = "";
  private String date = "";

  private SitemapReader(Function<String, Optional<PageUrl>> urls, SitemapScanner in) {
    this.urls = urls;
    this.in = in;
  }

  /// Reads a file, which may be compressed by gzip.
  ///
  /// @param body as it was sent
  /// @param maxBytes the limit of the file without compression
  /// @param urls parses the URL of an entry; empty for another site. It is called once for each
  ///   entry, in the order of the file
  /// @return its content
  /// @throws SitemapException if the file cannot be read; its message is a clause
  public static Sitemap read(byte[] body, int maxBytes, Function<String, Optional<PageUrl>> urls)
      throws SitemapException {
    try (var bytes = SitemapStream.of(body, maxBytes)) {
      return new SitemapReader(urls, new SitemapScanner(SitemapText.of(bytes))).read();
    } catch (SitemapException e) {
      throw e;
    } catch (IOException e) {
      throw new SitemapException(
          "it cannot be read: " + ForeignText.of(String.valueOf(e.getMessage())).line(SHOWN_CHARS));
    }
  }

  private Sitemap read() throws IOException {
    boolean isText = in.isAtUrl();
    var form = isText ? SitemapForm.URLS : form();
    try {
      while (!isOver && !isCut) {
        if (isText) {
          line();
        } else {
          step(form);
        }
      }
    } catch (SitemapException e) {
      // The entries before the break are valid.
      if (!e.isBreak() || entries == 0) {
        throw e;
      }
      isCut = true;
    }
    return form == SitemapForm.INDEX
        ? new Sitemap.Index(sitemaps, isCut)
        : new Sitemap.Pages(stamps, isDated, isCut, form.isFeed());
  }

  /// Reads a line of a text file with one URL on each line (sitemaps.org, "Sitemap file formats").
  private void line() throws IOException {
    var line = in.line(PageUrl.MAX_CHARS);
    isOver = line.isEmpty();
    isDated = false;
    url = line.orElse("");
    if (!url.isEmpty()) {
      isCut = entries == MAX_ENTRIES;
      if (!isCut) {
        take(SitemapForm.URLS);
      }
    }
  }

  /// Reads up to the root element of a sitemap. Warnings and comments may come before it.
  private SitemapForm form() throws IOException {
    var first = "";
    for (int tags = 0; tags < MAX_TAGS_BEFORE; tags++) {
      var stop = in.next(skipped);
      if (stop == Stop.NOTHING) {
        break;
      }
      if (stop == Stop.START) {
        var form = SitemapForm.of(in.name());
        if (form.isPresent()) {
          rootPrefix = in.prefix();
          isOver = in.isEmptyElement();
          return form.get();
        }
        first = first.isEmpty() ? in.name() : first;
        if (in.name().equals("html") || in.doctype().equals("html")) {
          break;
        }
      }
    }
    throw new SitemapException(
        first.isEmpty()
            ? "it is neither a sitemap, nor a feed, nor a list of URLs"
            : "it is neither a sitemap nor a feed, but begins with <"
                + ForeignText.of(first).line(SHOWN_CHARS)
                + ">");
  }

  private void step(SitemapForm form) throws IOException {
    var stop = pending.isPresent() ? pending.get() : in.next(skipped);
    pending = Optional.empty();
    switch (stop) {
      case START -> begin(form);
      case END -> end(form);
      case NOTHING -> {
        // The file ends before its root element is closed, so its last entry may be incomplete.
        isInEntry = false;
        isCut = true;
      }
    }
  }

  private void begin(SitemapForm form) throws IOException {
    if (isEntry(form)) {
      finishEntry(form);
      beginEntry(form);
    } else if (isInEntry && depth == entryDepth) {
      child(form);
    } else {
      deeper();
    }
  }

  /// Whether the tag is that of an entry. A tag with another prefix belongs to an extension.
  private boolean isEntry(SitemapForm form) {
    return form.isEntry(in.name()) && (form == SitemapForm.RDF || in.prefix().equals(rootPrefix));
  }

  private void beginEntry(SitemapForm form) throws SitemapException {
    if (entries == MAX_ENTRIES) {
      isCut = true;
      return;
    }
    entryDepth = entryDepth == 0 ? depth + 1 : entryDepth;
    depth = entryDepth;
    isInEntry = true;
    url = "";
    date = "";
    otherUrl = form == SitemapForm.RDF ? in.attribute("about").orElse("") : "";
    if (in.isEmptyElement()) {
      finishEntry(form);
      depth--;
    }
  }

  private void deeper() throws SitemapException {
    if (in.isEmptyElement()) {
      return;
    }
    depth++;
    if (depth > MAX_DEPTH) {
      throw new SitemapException("its elements are nested more than " + MAX_DEPTH + " deep");
    }
  }

  /// Reads an element of an entry.
  private void child(SitemapForm form) throws IOException {
    boolean isOwn = in.prefix().equals(rootPrefix) || form == SitemapForm.RDF;
    boolean isText = !in.isEmptyElement();
    if (isOwn && form.isUrl(in.name()) && form == SitemapForm.ATOM) {
      url = url.isEmpty() ? link() : url;
      deeper();
    } else if (isOwn && isText && form.isUrl(in.name()) && url.isEmpty()) {
      url = text(form, form == SitemapForm.INDEX ? MAX_SITEMAP_CHARS : PageUrl.MAX_CHARS);
    } else if (isOwn && isText && form.isPermanentLink(in.name())) {
      boolean isLink = !in.attribute("ispermalink").orElse("").equalsIgnoreCase("false");
      var text = text(form, PageUrl.MAX_CHARS);
      otherUrl = isLink && SitemapScanner.isUrl(text) ? text : otherUrl;
    } else if (isText && form.isDate(in.name())) {
      date = text(form, MAX_DATE_CHARS);
    } else {
      deeper();
    }
  }

  /// The URL of a link of Atom, if it leads to the page. An entry has further links, to itself and
  /// to related files.
  private String link() {
    boolean isPage = in.attribute("rel").orElse("alternate").equalsIgnoreCase("alternate");
    return isPage ? in.attribute("href").orElse("") : "";
  }

  /// The text of an element; empty if it is too long or contains elements. The text of an unclosed
  /// element ends at the next tag with a meaning.
  private String text(SitemapForm form, int maxChars) throws IOException {
    var text = new SitemapScanner.Text(maxChars + WHITE_SPACE);
    var stop = in.next(text);
    boolean isMeant = isEntry(form) || isRoot(form);
    if (stop == Stop.START && !isMeant && !form.isUrl(in.name()) && !form.isDate(in.name())) {
      // The element of the text, and the element in it.
      depth++;
      deeper();
      return "";
    }
    if (stop != Stop.END || isMeant) {
      pending = Optional.of(stop);
    }
    var read = text.value();
    return read.length() <= maxChars ? read : "";
  }

  private boolean isRoot(SitemapForm form) {
    return form.isRoot(in.name()) && in.prefix().equals(rootPrefix);
  }

  private void end(SitemapForm form) throws SitemapException {
    if (isEntry(form)) {
      finishEntry(form);
      depth = Math.max(1, entryDepth - 1);
    } else if (isRoot(form)) {
      finishEntry(form);
      isOver = true;
    } else {
      depth = Math.max(1, depth - 1);
    }
  }

  private void finishEntry(SitemapForm form) throws SitemapException {
    if (isInEntry) {
      isInEntry = false;
      take(form);
    }
  }

  private void take(SitemapForm form) throws SitemapException {
    entries++;
    var page = urls.apply(url.isEmpty() ? otherUrl : url);
    if (page.isEmpty()) {
      return;
    }
    var path = page.get().pathAndQuery();
    urlChars += path.length();
    if (urlChars > MAX_URL_CHARS) {
      throw new SitemapException(
          "its URLs have more than " + MAX_URL_CHARS + " characters; split it");
    }
    if (form == SitemapForm.INDEX) {
      sitemaps.add(page.get());
    } else {
      stamps.put(path, stamp(date));
      isDated &= !date.isEmpty();
    }
  }

  private static long stamp(String date) {
    long stamp = 0;
    for (int i = 0; i < date.length(); i++) {
      stamp = stamp * MIX + date.charAt(i);
    }
    return stamp;
  }
}
