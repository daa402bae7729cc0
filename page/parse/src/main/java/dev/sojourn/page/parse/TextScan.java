package dev.sojourn.page.parse;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import org.jsoup.internal.StringUtil;
import org.jsoup.nodes.CDataNode;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.jsoup.nodes.TextNode;
import org.jsoup.parser.Tag;
import org.jsoup.select.NodeFilter;
import org.jspecify.annotations.Nullable;

/// Collects the text of an element by the rules of [Element#text], within a limit and in linear
/// time.
///
/// [Element#text] itself has no limit, and no check can end it. It also looks for text in each
/// element that separates words, such as `output`. Such elements can be nested, so its time grows
/// with the product of their depth and their size. This scan looks ahead once.
final class TextScan implements NodeFilter {
  /// Elements above a text that can preserve its white space.
  private static final int MAX_PRESERVING = 6;

  private static final char NO_BREAK_SPACE = '\u00a0';

  private final StringBuilder text = new StringBuilder();
  private final int most;
  private final boolean isFolded;
  private final WorkMeter meter;
  private boolean isOver;

  /// The elements around the next text with visible characters, as far as the look ahead began
  /// outside of them; empty if that text is unknown.
  private final Set<Node> aroundNext = Collections.newSetFromMap(new IdentityHashMap<>());

  private @Nullable Node nextText;
  private @Nullable Element withoutText;

  private TextScan(int most, boolean isFolded, WorkMeter meter) {
    this.most = most;
    this.isFolded = isFolded;
    this.meter = meter;
  }

  /// {@return the text of an element; with more characters than the limit, only the first `most` +
  /// 1 characters}
  ///
  /// @param element whose text is collected
  /// @param most the limit, at least 0
  /// @param meter counts the work
  static String of(Element element, int most, WorkMeter meter) {
    return new TextScan(most, false, meter).scan(element);
  }

  /// {@return the same, but all white space is folded, even if the element preserves it}
  static String folded(Element element, int most, WorkMeter meter) {
    return new TextScan(most, true, meter).scan(element);
  }

  /// {@return the text of an element without that of its children, by the rules of
  /// [Element#ownText], within the same limit}
  static String own(Element element, int most, WorkMeter meter) {
    var scan = new TextScan(most, false, meter);
    for (int i = 0; i < element.childNodeSize() && !scan.isOver; i++) {
      meter.node();
      var child = element.childNode(i);
      if (child instanceof TextNode part) {
        scan.append(part);
      } else if (child.nameIs("br")) {
        scan.separate();
      }
    }
    return scan.result();
  }

  private String scan(Element element) {
    element.filter(this);
    return result();
  }

  private String result() {
    return isOver ? text.substring(0, most + 1) : text.toString().trim();
  }

  @Override
  public FilterResult head(Node node, int depth) {
    meter.node();
    if (node instanceof TextNode part) {
      if (node.equals(nextText)) {
        nextText = null;
        aroundNext.clear();
      }
      append(part);
    } else if (node instanceof Element element && !text.isEmpty() && isSeparate(element)) {
      separate();
    }
    return isOver ? FilterResult.STOP : FilterResult.CONTINUE;
  }

  @Override
  public FilterResult tail(Node node, int depth) {
    if (node instanceof Element element) {
      withoutText = element.equals(withoutText) ? null : withoutText;
      var next = element.nextSibling();
      boolean isBeforeWord =
          next instanceof TextNode || (next instanceof Element other && other.tag().isInline());
      if (isBeforeWord && isSeparateFromNext(element)) {
        separate();
      }
    }
    return FilterResult.CONTINUE;
  }

  private boolean isSeparate(Element element) {
    return element.isBlock()
        || element.nameIs("br")
        || (element.tag().is(Tag.TextBoundary) && element.childNodeSize() > 0 && hasText(element));
  }

  private boolean isSeparateFromNext(Element element) {
    return element.tag().is(Tag.TextBoundary)
        || !element.tag().isInline()
        || hasBlockChild(element);
  }

  private boolean hasBlockChild(Element element) {
    for (int i = 0; i < element.childNodeSize(); i++) {
      meter.node();
      if (element.childNode(i) instanceof Element child && child.isBlock()) {
        return true;
      }
    }
    return false;
  }

  /// Whether an element has visible text. The scan has not entered it yet.
  private boolean hasText(Element element) {
    if (nextText == null && withoutText == null) {
      lookAhead(element);
    }
    return aroundNext.contains(element);
  }

  private void lookAhead(Element from) {
    from.filter(
        (node, _) -> {
          meter.node();
          boolean isFound = node instanceof TextNode part && !isBlank(part.getWholeText());
          nextText = isFound ? node : null;
          return isFound ? FilterResult.STOP : FilterResult.CONTINUE;
        });
    if (nextText == null) {
      withoutText = from;
      return;
    }
    for (var around = nextText.parent(); around != null; around = around.parent()) {
      aroundNext.add(around);
      if (around.equals(from)) {
        return;
      }
    }
  }

  private boolean isBlank(String part) {
    for (int i = 0; i < part.length(); i++) {
      meter.characters(1);
      if (!StringUtil.isWhitespace(part.charAt(i))) {
        return false;
      }
    }
    return true;
  }

  private void append(TextNode part) {
    var added = part.getWholeText();
    if (!isFolded && (part instanceof CDataNode || isPreserved(part))) {
      for (int i = 0; i < added.length() && !isOver; i++) {
        meter.characters(1);
        append(added.charAt(i));
      }
      return;
    }
    boolean isAfterSpace = endsWithSpace();
    for (int i = 0; i < added.length() && !isOver; i++) {
      meter.characters(1);
      char c = added.charAt(i);
      boolean isSpace = StringUtil.isWhitespace(c) || c == NO_BREAK_SPACE;
      if (isSpace ? !isAfterSpace : !StringUtil.isInvisibleChar(c)) {
        append(isSpace ? ' ' : c);
        isAfterSpace = isSpace;
      }
    }
  }

  private static boolean isPreserved(TextNode part) {
    var around = part.parent();
    for (int i = 0; i < MAX_PRESERVING && around != null; i++) {
      if (around.tag().preserveWhitespace()) {
        return true;
      }
      around = around.parent();
    }
    return false;
  }

  private void separate() {
    if (!endsWithSpace()) {
      append(' ');
    }
  }

  private boolean endsWithSpace() {
    return !text.isEmpty() && text.charAt(text.length() - 1) == ' ';
  }

  /// Appends a character. White space at the beginning is not part of the text; at the end it may
  /// exceed the limit, since it may turn out not to be part of it.
  private void append(char c) {
    if (c > ' ') {
      isOver = text.length() >= most;
    } else if (text.isEmpty()) {
      return;
    }
    text.append(c);
  }
}
