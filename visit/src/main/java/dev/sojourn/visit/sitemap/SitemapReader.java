package dev.sojourn.visit.sitemap;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.base.text.Plain;
import dev.sojourn.visit.coding.Bodies;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/// Reads one sitemap or feed. The file comes from a web server that others may have written to, so
/// it is read without document type and entities, and within bounds.
public final class SitemapReader {
  /// Entries beyond these are not read. The protocol allows no more.
  static final int MAX_ENTRIES = 50_000;

  private static final int MAX_DEPTH = 64;
  private static final int MAX_DATE_CHARS = 64;
  private static final int SHOWN_CHARS = 120;
  private static final byte[] GZIP = {0x1f, (byte) 0x8b};
  private static final long MIX = 0x9E3779B97F4A7C15L;

  private final Function<String, Optional<PageUrl>> urls;
  private final XMLStreamReader in;
  private final TreeMap<String, Long> stamps = new TreeMap<>();
  private final List<PageUrl> sitemaps = new ArrayList<>();
  private boolean isDated = true;
  private int entries;
  private int depth;

  // Of the entry that is being read.
  private boolean isInEntry;
  private String url = "";
  private String date = "";

  private SitemapReader(Function<String, Optional<PageUrl>> urls, XMLStreamReader in) {
    this.urls = urls;
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
    var plain = plain(body, maxBytes);
    try {
      var factory = XMLInputFactory.newDefaultFactory();
      factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
      factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
      factory.setXMLResolver(
          (_, _, _, _) -> {
            throw new XMLStreamException("it refers to another file");
          });
      var in = factory.createXMLStreamReader(new ByteArrayInputStream(plain));
      try {
        return new SitemapReader(urls, in).read();
      } finally {
        in.close();
      }
    } catch (XMLStreamException | RuntimeException e) {
      // The parser throws others than its own for some files.
      throw new SitemapException(
          "it is no well-formed XML: " + Plain.line(String.valueOf(e.getMessage()), SHOWN_CHARS));
    }
  }

  private static byte[] plain(byte[] body, int maxBytes) throws SitemapException {
    if (body.length < GZIP.length || body[0] != GZIP[0] || body[1] != GZIP[1]) {
      return body;
    }
    try {
      var plain = Bodies.decode(new Bodies.Body(body, false), "gzip", maxBytes, () -> {});
      if (plain.truncated()) {
        throw new SitemapException("it is larger than " + maxBytes + " bytes without compression");
      }
      return plain.bytes();
    } catch (SitemapException e) {
      throw e;
    } catch (IOException e) {
      throw new SitemapException("its compression is broken");
    }
  }

  private Sitemap read() throws XMLStreamException, SitemapException {
    var form = form();
    while (depth > 0 && entries < MAX_ENTRIES) {
      switch (next()) {
        case XMLStreamConstants.START_ELEMENT -> begin(form);
        case XMLStreamConstants.END_ELEMENT -> end(form);
        default -> {}
      }
    }
    return form == SitemapForm.INDEX
        ? new Sitemap.Index(sitemaps)
        : new Sitemap.Pages(stamps, isDated, entries == MAX_ENTRIES, form.isFeed());
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
    if (event == XMLStreamConstants.DTD || event == XMLStreamConstants.ENTITY_REFERENCE) {
      throw new SitemapException("it has a document type or entities, which are not read");
    }
    return event;
  }

  private void begin(SitemapForm form) throws XMLStreamException, SitemapException {
    depth++;
    if (depth > MAX_DEPTH) {
      throw new SitemapException("its elements are nested more than " + MAX_DEPTH + " deep");
    }
    var name = in.getLocalName();
    if (form.isEntry(name, depth)) {
      isInEntry = true;
      url = "";
      date = "";
    } else if (isInEntry && url.isEmpty() && form.isUrl(name, depth)) {
      url = form == SitemapForm.ATOM ? link() : text(PageUrl.MAX_CHARS);
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

  private void end(SitemapForm form) {
    if (isInEntry && form.isEntry(in.getLocalName(), depth)) {
      isInEntry = false;
      entries++;
      urls.apply(url)
          .ifPresent(
              page -> {
                if (form == SitemapForm.INDEX) {
                  sitemaps.add(page);
                } else {
                  stamps.put(page.pathAndQuery(), stamp(date));
                  isDated &= !date.isEmpty();
                }
              });
    }
    depth--;
  }

  private static long stamp(String date) {
    long stamp = 0;
    for (int i = 0; i < date.length(); i++) {
      stamp = stamp * MIX + date.charAt(i);
    }
    return stamp;
  }
}
