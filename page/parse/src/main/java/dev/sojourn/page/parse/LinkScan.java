package dev.sojourn.page.parse;

import dev.sojourn.agent.page.LinkContext;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.jsoup.nodes.TextNode;
import org.jsoup.parser.Parser;
import org.jsoup.select.NodeVisitor;

/// One walk over a parsed page that records the positions of the links in its text.
///
/// The walk collects the text of the page once, with the positions of the edges of blocks. The
/// context of a link is a part of this text. Separate texts for each link would be large if a small
/// page has nested links, or many links in one long paragraph.
final class LinkScan implements NodeVisitor {
  private static final Set<String> NAMING = Set.of("a", "area", "frame", "iframe", "link", "meta");

  private final StringBuilder text = new StringBuilder();
  private final List<Place> places = new ArrayList<>();
  private final Deque<Place> open = new ArrayDeque<>();
  private final BlockEdges edges = new BlockEdges();
  private final Element body;
  private final WorkMeter meter;
  private final LinkRoom room;
  private boolean isInBody;
  private boolean isFull;

  private LinkScan(Element body, WorkMeter meter) {
    this.body = body;
    this.meter = meter;
    this.room = new LinkRoom(meter);
  }

  /// The position in the text of an element that names a page.
  private static final class Place {
    private final Element element;
    private final String reference;
    private final int blockStart;
    private final int start;
    private int end;
    private int nextEdge;

    Place(Element element, String reference, int blockStart, int start) {
      this.element = element;
      this.reference = reference;
      this.blockStart = blockStart;
      this.start = start;
    }

    void end(int position, int edges) {
      end = position;
      nextEdge = edges;
    }
  }

  static LinkScan of(Document document, WorkMeter meter) {
    var scan = new LinkScan(document.body(), meter);
    scan.traverse(document);
    scan.edges.add(scan.text.length());
    return scan;
  }

  @Override
  public void head(Node node, int depth) {
    meter.node();
    if (node instanceof TextNode leaf) {
      if (isInBody) {
        append(leaf.getWholeText());
      }
    } else if (node instanceof Element element) {
      isInBody |= element.equals(body);
      edge(element);
      if (isNaming(element)) {
        ParsedHtml.reference(element, meter).ifPresent(reference -> begin(element, reference));
      }
    }
  }

  private static boolean isNaming(Element element) {
    return NAMING.contains(element.normalName())
        && (element.tag().namespace().equals(Parser.NamespaceHtml)
            || ElementScan.isSvgLink(element));
  }

  private void begin(Element element, String reference) {
    if (places.size() == LinkContext.MAX_PLACES) {
      isFull = true;
      return;
    }
    var place = new Place(element, reference, edges.last(), text.length());
    places.add(place);
    open.push(place);
  }

  @Override
  public void tail(Node node, int depth) {
    if (!(node instanceof Element element)) {
      return;
    }
    var innermost = open.peek();
    if (innermost != null && innermost.element.equals(element)) {
      innermost.end(text.length(), edges.size);
      open.pop();
    }
    edge(element);
    isInBody &= !element.equals(body);
  }

  /// Records the edge of a block, or adds white space for a line break.
  private void edge(Element element) {
    if (!isInBody) {
      return;
    }
    if (element.isBlock()) {
      append(" ");
      edges.add(text.length());
    } else if (element.normalName().equals("br")) {
      append(" ");
    }
  }

  private void append(String more) {
    for (int i = 0; i < more.length(); i++) {
      meter.characters(1);
      char c = more.charAt(i);
      if (!isSpace(c)) {
        text.append(c);
      } else if (!text.isEmpty() && text.charAt(text.length() - 1) != ' ') {
        text.append(' ');
      }
    }
  }

  /// Whether a character is white space of HTML or the no-break space.
  private static boolean isSpace(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\u00a0';
  }

  /// {@return the contexts in document order}
  ///
  /// @param resolver resolves the references
  List<LinkContext> contexts(ReferenceResolver resolver) {
    var contexts = new ArrayList<LinkContext>();
    for (var place : places) {
      room.resolve(resolver, place.reference)
          .filter(url -> room.keep(url.length()))
          .ifPresent(url -> contexts.add(context(place, url)));
    }
    return List.copyOf(contexts);
  }

  /// {@return whether there were more places than a page may have}
  boolean isShortened() {
    return isFull || room.isOver();
  }

  private LinkContext context(Place place, String url) {
    int to = edges.positions[place.nextEdge];
    return new LinkContext(
        url,
        place.element.normalName(),
        cut(place.start, Math.min(place.end, place.start + LinkContext.MAX_TEXT_CHARS)),
        cut(Math.max(place.blockStart, place.start - LinkContext.MAX_AROUND_CHARS), place.start),
        cut(place.end, Math.min(to, place.end + LinkContext.MAX_AROUND_CHARS)));
  }

  /// Returns a part of the text, without half surrogate pairs and white space at its ends.
  private String cut(int from, int to) {
    int first = from < to && Character.isLowSurrogate(text.charAt(from)) ? from + 1 : from;
    int last = first < to && Character.isHighSurrogate(text.charAt(to - 1)) ? to - 1 : to;
    return text.substring(first, Math.max(first, last)).strip();
  }

  /// The positions at which blocks begin or end, in ascending order. The last is the end of the
  /// text.
  private static final class BlockEdges {
    private int[] positions = new int[64];
    private int size;

    void add(int position) {
      if (size == positions.length) {
        positions = Arrays.copyOf(positions, 2 * size);
      }
      positions[size++] = position;
    }

    /// Returns the last position so far.
    int last() {
      return size == 0 ? 0 : positions[size - 1];
    }
  }
}
