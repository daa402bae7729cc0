package dev.sojourn.visit.sitemap;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.base.text.Plain;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;

/// Reads one sitemap or feed. The file comes from a web server that others may have written to, so
/// it is read without document type and entities, and within bounds.
public final class SitemapReader {
  /// Entries beyond these are not read. The protocol allows no more.
  static final int MAX_ENTRIES = 50_000;

  /// The largest sitemap that is read, in bytes without compression. The protocol allows no more.
  static final int MAX_BYTES = 50 << 20;

  /// Characters in the URLs of all entries, which are held at once.
  static final int MAX_URL_CHARS = 16 << 20;

  /// Different names of elements and the like. The parser keeps each of them to its end.
  static final int MAX_NAMES = 1_000;

  /// Characters of the URL of a sitemap, which is held from round to round. The protocol allows
  /// fewer.
  private static final int MAX_SITEMAP_CHARS = 2_048;

  private static final int MAX_DEPTH = 64;
  private static final int MAX_DATE_CHARS = 64;
  private static final int SHOWN_CHARS = 120;
  private static final long MIX = 0x9E3779B97F4A7C15L;

  private final Function<String, Optional<PageUrl>> urls;
  private final SitemapStream bytes;
  private final XMLStreamReader in;
  private final Set<String> names = new HashSet<>();
  private final TreeMap<String, Long> stamps = new TreeMap<>();
  private final List<PageUrl> sitemaps = new ArrayList<>();
  private boolean isDated = true;
  private boolean isCut;
  private int entries;
  private long urlChars;
  private int depth;

  // Of the entry that is being read.
  private boolean isInEntry;
  private String url = "";
  private String date = "";

  private SitemapReader(
      Function<String, Optional<PageUrl>> urls, SitemapStream bytes, XMLStreamReader in) {
    this.urls = urls;
    this.bytes = bytes;
    this.in = in;
  }

  /// Reads a file, which may be compressed by gzip.
  ///
  /// @param body as it was sent
  /// @param maxBytes the limit of an uncompressed file
  /// @param urls reads a URL, and gives none of another site
  /// @return its content
  /// @throws SitemapException if it cannot be read; its message is a clause
  public static Sitemap read(byte[] body, int maxBytes, Function<String, Optional<PageUrl>> urls)
      throws SitemapException {
    try (var bytes = SitemapStream.of(body, maxBytes)) {
      try {
        return parse(bytes, urls);
      } catch (XMLStreamException | RuntimeException e) {
        // The parser wraps what its input throws, and throws others than its own for some files.
        throw bytes
            .refusal()
            .orElseGet(
                () ->
                    new SitemapException(
                        "it is no well-formed XML: "
                            + Plain.line(String.valueOf(e.getMessage()), SHOWN_CHARS)));
      }
    }
  }

  private static Sitemap parse(SitemapStream bytes, Function<String, Optional<PageUrl>> urls)
      throws XMLStreamException, SitemapException {
    var factory = XMLInputFactory.newDefaultFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    factory.setXMLResolver(
        (_, _, _, _) -> {
          throw new XMLStreamException("it refers to another file");
        });
    var in = factory.createXMLStreamReader(bytes);
    try {
      return new SitemapReader(urls, bytes, in).read();
    } finally {
      in.close();
    }
  }

  private Sitemap read() throws XMLStreamException, SitemapException {
    var form = form();
    while (depth > 0 && !isCut) {
      switch (next()) {
        case XMLStreamConstants.START_ELEMENT -> begin(form);
        case XMLStreamConstants.END_ELEMENT -> end(form);
        default -> {}
      }
    }
    return form == SitemapForm.INDEX
        ? new Sitemap.Index(sitemaps)
        : new Sitemap.Pages(stamps, isDated, isCut, form.isFeed());
  }

  private SitemapForm form() throws XMLStreamException, SitemapException {
    while (next() != XMLStreamConstants.START_ELEMENT) {
      // What may stand before the first element.
    }
    depth = 1;
    return SitemapForm.of(in.getLocalName())
        .orElseThrow(
            () ->
                new SitemapException(
                    "it is neither a sitemap nor a feed, but begins with <"
                        + Plain.line(in.getLocalName(), SHOWN_CHARS)
                        + ">"));
  }

  private int next() throws XMLStreamException, SitemapException {
    int event = in.next();
    bytes.beginPart();
    switch (event) {
      case XMLStreamConstants.DTD, XMLStreamConstants.ENTITY_REFERENCE ->
          throw new SitemapException("it has a document type or entities, which are not read");
      case XMLStreamConstants.START_ELEMENT -> countNames();
      case XMLStreamConstants.PROCESSING_INSTRUCTION -> countName(in.getPITarget());
      default -> {}
    }
    return event;
  }

  private void countNames() throws SitemapException {
    countName(in.getPrefix());
    countName(in.getLocalName());
    for (int i = 0; i < in.getAttributeCount(); i++) {
      countName(in.getAttributePrefix(i));
      countName(in.getAttributeLocalName(i));
    }
    for (int i = 0; i < in.getNamespaceCount(); i++) {
      countName(in.getNamespacePrefix(i));
      countName(in.getNamespaceURI(i));
    }
  }

  private void countName(@Nullable String name) throws SitemapException {
    if (name != null && names.add(name) && names.size() > MAX_NAMES) {
      throw new SitemapException("it uses more than " + MAX_NAMES + " different names");
    }
  }

  private void begin(SitemapForm form) throws XMLStreamException, SitemapException {
    depth++;
    if (depth > MAX_DEPTH) {
      throw new SitemapException("its elements are nested more than " + MAX_DEPTH + " deep");
    }
    var name = in.getLocalName();
    if (form.isEntry(name, depth)) {
      isCut = entries == MAX_ENTRIES;
      isInEntry = true;
      url = "";
      date = "";
    } else if (isInEntry && url.isEmpty() && form.isUrl(name, depth)) {
      url =
          switch (form) {
            case ATOM -> link();
            case INDEX -> text(MAX_SITEMAP_CHARS);
            case URLS, RSS -> text(PageUrl.MAX_CHARS);
          };
    } else if (isInEntry && form.isDate(name, depth)) {
      date = text(MAX_DATE_CHARS);
    }
  }

  /// An entry of Atom has further links, to itself and to files that belong to it.
  private String link() {
    var relation = in.getAttributeValue("", "rel");
    var href = in.getAttributeValue("", "href");
    return href != null && (relation == null || relation.equals("alternate")) ? href : "";
  }

  /// The text of an element, up to its end; none if it is longer than that, or has elements.
  private String text(int maxChars) throws XMLStreamException, SitemapException {
    var text = new StringBuilder();
    boolean isPlain = true;
    int outer = depth - 1;
    while (depth > outer) {
      switch (next()) {
        case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA -> {
          isPlain &= text.length() + in.getTextLength() <= maxChars + WHITE_SPACE;
          if (isPlain) {
            text.append(in.getTextCharacters(), in.getTextStart(), in.getTextLength());
          }
        }
        case XMLStreamConstants.START_ELEMENT -> {
          isPlain = false;
          depth++;
          if (depth > MAX_DEPTH) {
            throw new SitemapException("its elements are nested more than " + MAX_DEPTH + " deep");
          }
        }
        case XMLStreamConstants.END_ELEMENT -> depth--;
        default -> {}
      }
    }
    return isPlain ? text.toString().strip() : "";
  }

  /// Some writers indent texts.
  private static final int WHITE_SPACE = 1_000;

  private void end(SitemapForm form) throws SitemapException {
    if (isInEntry && form.isEntry(in.getLocalName(), depth)) {
      isInEntry = false;
      entries++;
      var page = urls.apply(url);
      if (page.isPresent()) {
        take(form, page.get());
      }
    }
    depth--;
  }

  private void take(SitemapForm form, PageUrl page) throws SitemapException {
    var path = page.pathAndQuery();
    urlChars += path.length();
    if (urlChars > MAX_URL_CHARS) {
      throw new SitemapException(
          "its URLs have more than " + MAX_URL_CHARS + " characters; split it");
    }
    if (form == SitemapForm.INDEX) {
      sitemaps.add(page);
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
