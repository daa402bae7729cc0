package dev.sojourn.page.parse;

import java.util.ArrayList;
import java.util.List;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.jsoup.parser.Parser;
import org.jsoup.select.NodeVisitor;

/// The elements of the owner's head that the parser moved into the body, since an element that does
/// not belong in a head precedes them.
///
/// The owner's head is parsed again, separately, so that the rest of the page cannot change the
/// result.
final class LateHead implements NodeVisitor {
  private final Element body;
  private final boolean isAll;
  private final WorkMeter meter;
  private final List<Element> found = new ArrayList<>();
  private boolean isInBody;

  private LateHead(Element body, boolean isAll, WorkMeter meter) {
    this.body = body;
    this.isAll = isAll;
    this.meter = meter;
  }

  /// The late elements of a head.
  ///
  /// @param elements the `meta`, `link` and `base` elements, in document order
  /// @param isWhole whether all of the head was read
  record Elements(List<Element> elements, boolean isWhole) {}

  /// {@return the elements of the owner's head that are in the body of the tree}
  ///
  /// @param source the source of the page
  /// @param isTreeHeadEmpty whether the head of the page's tree has no such elements. Then the
  ///   start tag of the owner's head came too late, and the whole head is in the body
  /// @param meter counts the work
  static Elements of(String source, boolean isTreeHeadEmpty, WorkMeter meter) {
    var head = SourceHead.of(source, meter);
    if (head.isEmpty()) {
      return new Elements(List.of(), true);
    }
    var parsed = MarkupParser.parseHead(head.get(), meter);
    var late = new LateHead(parsed.document().body(), isTreeHeadEmpty, meter);
    late.traverse(parsed.document());
    return new Elements(late.found, parsed.isWhole());
  }

  @Override
  public void head(Node node, int depth) {
    meter.node();
    if (!(node instanceof Element element)) {
      return;
    }
    isInBody |= element.equals(body);
    if (!element.tag().namespace().equals(Parser.NamespaceHtml)) {
      return;
    }
    switch (element.normalName()) {
      case "template" -> element.empty();
      case "meta", "link", "base" -> {
        if (isAll || isInBody) {
          found.add(element);
        }
      }
      default -> {}
    }
  }
}
