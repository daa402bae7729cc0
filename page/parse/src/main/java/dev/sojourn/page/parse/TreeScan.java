package dev.sojourn.page.parse;

import dev.sojourn.agent.tree.TreeBuilder;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jsoup.nodes.CDataNode;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.jsoup.nodes.TextNode;
import org.jsoup.parser.Tag;
import org.jsoup.select.NodeVisitor;

/// One walk over a parsed page that builds the tree of its elements. The edges at which a word ends
/// are those of jsoup's own texts. jsoup looks them up below each element; the walk notes them on
/// the way.
final class TreeScan implements NodeVisitor {
  /// jsoup looks for `pre` no further than this many elements up.
  private static final int KEPT_LEVELS = 6;

  private final TreeBuilder builder;
  private final Deque<Open> open = new ArrayDeque<>();

  private TreeScan(String baseUrl) {
    this.builder = new TreeBuilder(baseUrl);
  }

  private static final class Open {
    private boolean hasText;
    private boolean hasBlock;
  }

  /// {@return the elements of a page}
  ///
  /// @param root the outermost element
  /// @param baseUrl the base of its references
  static TreeBuilder of(Element root, String baseUrl) {
    var scan = new TreeScan(baseUrl);
    scan.traverse(root);
    return scan.builder;
  }

  @Override
  public void head(Node node, int depth) {
    if (node instanceof TextNode text) {
      boolean isKept = text instanceof CDataNode || isKept(text);
      builder.text(text.getWholeText(), isKept);
      open.element().hasText |= !text.isBlank();
    } else if (node instanceof Element element) {
      if (!open.isEmpty()) {
        open.element().hasBlock |= element.isBlock();
      }
      builder.begin(element.normalName());
      element.attributes().forEach(each -> builder.attribute(each.getKey(), each.getValue()));
      open.push(new Open());
    }
  }

  private static boolean isKept(TextNode text) {
    var element = (Element) text.parentNode();
    for (int i = 0; i < KEPT_LEVELS && element != null; i++) {
      if (element.tag().preserveWhitespace()) {
        return true;
      }
      element = element.parent();
    }
    return false;
  }

  @Override
  public void tail(Node node, int depth) {
    if (!(node instanceof Element element)) {
      return;
    }
    var ended = open.pop();
    if (!open.isEmpty()) {
      open.element().hasText |= ended.hasText;
    }
    boolean isBoundary = element.tag().is(Tag.TextBoundary);
    boolean breaksBefore =
        element.isBlock() || element.nameIs("br") || (isBoundary && ended.hasText);
    var next = element.nextSibling();
    boolean isWordNext =
        next instanceof TextNode || (next instanceof Element after && after.tag().isInline());
    boolean breaksAfter = isWordNext && (isBoundary || element.isBlock() || ended.hasBlock);
    builder.end(breaksBefore, breaksAfter);
  }
}
