package dev.sojourn.agent.tree;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jsoup.Jsoup;
import org.jsoup.nodes.CDataNode;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.jsoup.nodes.TextNode;
import org.jsoup.parser.Tag;
import org.jsoup.select.NodeVisitor;

/// The tree of a page that jsoup parsed. One walk; what jsoup looks up below an element for the
/// edges of its text is noted on the way.
final class JsoupTree implements NodeVisitor {
  /// jsoup looks for `pre` no further than this many elements up.
  private static final int KEPT_LEVELS = 6;

  private final TreeBuilder builder;
  private final Deque<Open> open = new ArrayDeque<>();

  private JsoupTree(String baseUrl) {
    this.builder = new TreeBuilder(baseUrl);
  }

  private static final class Open {
    private boolean hasText;
    private boolean hasBlock;
  }

  static PageTree of(String html) {
    return of(Jsoup.parse(html).root().firstElementChild(), "http://h.example/dir/page.html");
  }

  static PageTree of(Element root, String baseUrl) {
    var tree = new JsoupTree(baseUrl);
    tree.traverse(root);
    return PageTree.of(tree.builder.build());
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
