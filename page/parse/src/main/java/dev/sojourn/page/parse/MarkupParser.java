package dev.sojourn.page.parse;

import dev.sojourn.base.ThreadUse;
import dev.sojourn.page.view.ViewLimits;
import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.io.UncheckedIOException;
import org.jsoup.nodes.Document;
import org.jsoup.parser.Parser;
import org.jsoup.parser.Tag;
import org.jsoup.parser.TagSet;

/// The parser of one page's markup, within [ViewLimits].
///
/// The parser reads pieces of a few KiB. Before each piece it checks how much time and memory the
/// page has used. If a page has used too much, the parser ignores the rest. If the parser fails, it
/// ignores the page from the position of the failure.
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

  /// The length of the markup's beginning that is parsed again if the parser failed after it.
  private static final int PIECE_CHARS = 16 << 10;

  private final String markup;
  private final Form form;
  private final WorkMeter meter;
  private final ThreadUse begun;
  private final long mostBytes;

  private MarkupParser(String markup, Form form, int heapParts, WorkMeter meter) {
    this.markup = markup;
    this.form = form;
    this.meter = meter;
    this.mostBytes = Runtime.getRuntime().maxMemory() / heapParts;
    boolean isLong = markup.length() > 2 * PIECE_CHARS;
    this.begun = isLong ? ThreadUse.of(Thread.currentThread()) : ThreadUse.NONE;
  }

  /// The forms of markup.
  enum Form {
    /// HTML, read as browsers do.
    HTML,
    /// Well-formed XML with the elements of HTML.
    XHTML,
    /// XML with any elements, well-formed or not. The parser ignores document types and their
    /// entities, and fetches no file.
    XML
  }

  /// The elements of a page.
  ///
  /// @param document the tree
  /// @param isWhole whether the tree contains all of the markup
  record Parsed(Document document, boolean isWhole) {}

  /// {@return the page, parsed}
  ///
  /// @param markup the source of the page
  /// @param form the form of the markup
  /// @param meter checked before each piece
  static Parsed parse(String markup, Form form, WorkMeter meter) {
    return new MarkupParser(markup, form, ViewLimits.MARKUP_HEAP_PARTS, meter).parse();
  }

  /// {@return the head of a page, parsed, while the elements of the page are in memory}
  ///
  /// @param markup the source of the head
  /// @param meter checked before each piece
  static Parsed parseHead(String markup, WorkMeter meter) {
    return new MarkupParser(markup, Form.HTML, ViewLimits.LATE_HEAD_HEAP_PARTS, meter).parse();
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
    var parser =
        switch (form) {
          case HTML -> Parser.htmlParser();
          case XHTML -> Parser.xmlParser().tagSet(xhtmlTags());
          case XML -> Parser.xmlParser();
        };
    return parser.setMaxDepth(ViewLimits.DEPTH);
  }

  /// Returns the elements of HTML; each may contain elements and text.
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

  /// Reads the markup within the limits.
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
      meter.checkNow();
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

    /// Whether the page has used too much. A short page cannot, so it is not checked.
    private boolean isTooMuch() {
      if (given < nextLook) {
        return false;
      }
      nextLook = given + PIECE_CHARS;
      var now = ThreadUse.of(Thread.currentThread());
      isCut =
          now.cpuNanos() - begun.cpuNanos() > ViewLimits.MARKUP_NANOS
              || now.allocatedBytes() - begun.allocatedBytes() > mostBytes;
      return isCut;
    }

    @Override
    public void close() {
      text.close();
    }
  }
}
