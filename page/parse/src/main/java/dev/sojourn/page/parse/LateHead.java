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

  /// {@return the `meta`, `link` and `base` elements, in document order}
  ///
  /// @param source the source of the page
  /// @param isTreeHeadEmpty whether the head of the page's tree has no such elements. Then the
  ///   start tag of the owner's head came too late, and the whole head is in the body
  /// @param meter counts the work
  static List<Element> of(String source, boolean isTreeHeadEmpty, WorkMeter meter) {
    var head = SourceHead.of(source, meter);
    if (head.isEmpty()) {
      return List.of();
    }
    var document = MarkupParser.parse(head.get(), MarkupParser.Form.HTML, meter).document();
    var late = new LateHead(document.body(), isTreeHeadEmpty, meter);
    late.traverse(document);
    return late.found;
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
