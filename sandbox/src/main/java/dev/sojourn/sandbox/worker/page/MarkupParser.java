package dev.sojourn.sandbox.worker.page;

import dev.sojourn.sandbox.worker.meter.ThreadUse;
import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.io.UncheckedIOException;
import org.jsoup.nodes.Document;
import org.jsoup.parser.Parser;
import org.jsoup.parser.Tag;
import org.jsoup.parser.TagSet;

/// The parser of one page's markup, within [ViewBounds].
///
/// The parser reads in pieces of a few KiB. Before each piece it is seen what the page has taken so
/// far. A page that has taken too much ends there, as if the rest had never been sent. Where the
/// parser itself fails, the page ends before that place.
final class MarkupParser {
  /// Elements whose content HTML does not parse, but XML does.
  private static final String[] RAW = {
    "script",
    "style",
    "title",
    "textarea",
    "iframe",
    "noembed",
    "noframes",
    "noscript",
    "plaintext",
    "xmp"
  };

  /// Markup of which the beginning is parsed again, where the parser failed behind it.
  private static final int PIECE_CHARS = 16 << 10;

  private final String markup;
  private final boolean isXml;
  private final Runnable check;
  private final ThreadUse begun;
  private final long mostBytes = Runtime.getRuntime().maxMemory() / ViewBounds.MARKUP_HEAP_PARTS;

  private MarkupParser(String markup, boolean isXml, Runnable check) {
    this.markup = markup;
    this.isXml = isXml;
    this.check = check;
    boolean isLong = markup.length() > 2 * PIECE_CHARS;
    this.begun = isLong ? ThreadUse.of(Thread.currentThread()) : ThreadUse.NONE;
  }

  /// The elements of a page.
  ///
  /// @param document the tree
  /// @param isWhole whether all of the markup is in it
  record Parsed(Document document, boolean isWhole) {}

  /// {@return the page, parsed}
  ///
  /// @param markup its source
  /// @param isXml whether it is well-formed XML, to be parsed as such
  /// @param check is run often; an exception of it ends the parsing
  static Parsed parse(String markup, boolean isXml, Runnable check) {
    return new MarkupParser(markup, isXml, check).parse();
  }

  private Parsed parse() {
    int most = markup.length();
    while (true) {
      var source = new BoundedSource(most);
      try {
        var document = parser().parseInput(source, "");
        return new Parsed(document, most == markup.length() && !source.isCut);
      } catch (RuntimeException e) {
        if (source.isBrokenOff || most == 0) {
          throw e;
        }
        boolean isFirst = most == markup.length() && source.given > PIECE_CHARS;
        most = isFirst ? source.given - PIECE_CHARS : source.given / 2;
      }
    }
  }

  private Parser parser() {
    var parser = isXml ? Parser.xmlParser().tagSet(xhtmlTags()) : Parser.htmlParser();
    return parser.setMaxDepth(ViewBounds.DEPTH);
  }

  /// The elements of HTML, all of which have elements or text in them.
  private static TagSet xhtmlTags() {
    var tags = TagSet.Html();
    for (var name : RAW) {
      var tag = tags.get(name, Parser.NamespaceHtml);
      if (tag != null) {
        tag.clear(Tag.Data);
        tag.clear(Tag.RcData);
      }
    }
    return tags;
  }

  /// The markup as far as the bounds allow.
  private final class BoundedSource extends Reader {
    private final StringReader text;
    private final int most;
    private int given;
    private int nextLook = 2 * PIECE_CHARS;
    private boolean isCut;
    private boolean isBrokenOff;

    BoundedSource(int most) {
      this.text = new StringReader(markup);
      this.most = most;
    }

    @Override
    public int read(char[] into, int from, int length) {
      isBrokenOff = true;
      check.run();
      isBrokenOff = false;
      if (isCut || given >= most || isTooMuch()) {
        return -1;
      }
      try {
        int got = text.read(into, from, Math.min(length, most - given));
        given += got;
        return got;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    /// A short page can take little, and is not looked at.
    private boolean isTooMuch() {
      if (given < nextLook) {
        return false;
      }
      nextLook = given + PIECE_CHARS;
      var now = ThreadUse.of(Thread.currentThread());
      isCut =
          now.cpuNanos() - begun.cpuNanos() > ViewBounds.MARKUP_NANOS
              || now.allocatedBytes() - begun.allocatedBytes() > mostBytes;
      return isCut;
    }

    @Override
    public void close() {
      text.close();
    }
  }
}
