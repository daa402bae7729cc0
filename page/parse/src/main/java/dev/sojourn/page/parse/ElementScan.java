package dev.sojourn.page.parse;

import dev.sojourn.agent.page.PageMeta;
import dev.sojourn.agent.page.PagePart;
import dev.sojourn.agent.page.PageUsage;
import dev.sojourn.page.view.ViewLimits;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jsoup.nodes.DataNode;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.jsoup.nodes.TextNode;
import org.jsoup.parser.Parser;
import org.jsoup.select.NodeVisitor;
import org.jspecify.annotations.Nullable;

/// One walk over a parsed page that collects, in document order, the elements that an agent may ask
/// for. Agents usually ask for all of them, and a separate walk for each would cost as much as
/// parsing.
///
/// Only elements in the namespace of HTML count. The scan removes from the tree the content of each
/// `template`, which is not part of the page (HTML Standard, 4.12.3). It also removes texts of the
/// body that are not shown.
final class ElementScan implements NodeVisitor {
  /// The most characters that are read of a relation or a media type.
  private static final int SHORT_CHARS = 4 << 10;

  /// To split a character of a relation takes as long as a scan of this number of characters.
  private static final long RELATION_WORK = 16;

  private final Element head;
  private final boolean isXml;
  private final WorkMeter meter;
  private final List<Naming> naming = new ArrayList<>();
  private final List<Element> headings = new ArrayList<>();
  private final List<PageMeta> metas = new ArrayList<>();
  private final List<PageMeta> named = new ArrayList<>();
  private final List<String> scripts = new ArrayList<>();
  private final List<String> licences = new ArrayList<>();
  private final Set<PagePart> shortened = EnumSet.noneOf(PagePart.class);
  private @Nullable Element root;
  private @Nullable String title;
  private @Nullable String baseHref;
  private @Nullable String canonicalHref;
  private boolean isInHead;
  private boolean hasHeadElements;
  private boolean hasLateElements;
  private int openLinks;
  private int openHeadings;
  private long metaChars;
  private long scriptChars;

  private ElementScan(Element head, boolean isXml, WorkMeter meter) {
    this.head = head;
    this.isXml = isXml;
    this.meter = meter;
  }

  /// An element that may name another page.
  ///
  /// @param isInLink whether the element is inside another link. It then has no text of its own,
  ///   since deeply nested links would repeat the text of a small page too often
  record Naming(Element element, boolean isInLink) {}

  /// @param isXml whether the page was parsed as XML
  /// @param late finds the elements of the owner's head that are in the body; called only if there
  ///   may be any
  /// @param meter counts the work
  static ElementScan of(Document document, boolean isXml, LateElements late, WorkMeter meter) {
    var scan = new ElementScan(document.head(), isXml, meter);
    scan.traverse(document);
    if (scan.hasLateElements && !isXml) {
      scan.isInHead = true;
      var found = late.find(!scan.hasHeadElements);
      found.elements().forEach(scan::headElement);
      if (!found.isWhole()) {
        scan.shortened.add(PagePart.MARKUP);
      }
    }
    return scan;
  }

  /// Finds the elements of the owner's head that are in the body of the tree.
  interface LateElements {
    LateHead.Elements find(boolean isTreeHeadEmpty);
  }

  /// {@return the elements that may name another page}
  List<Naming> naming() {
    return naming;
  }

  /// {@return the headings, except those inside other headings}
  List<Element> headings() {
    return headings;
  }

  /// {@return the `meta` elements in the head that have a name or a property}
  List<PageMeta> metas() {
    return metas;
  }

  /// {@return the elements of [#metas()] that have a name}
  List<PageMeta> named() {
    return named;
  }

  /// {@return the texts of the `script` elements that hold structured data}
  List<String> scripts() {
    return scripts;
  }

  /// {@return the references of the first links with the relation `license`}
  List<String> licences() {
    return licences;
  }

  /// {@return the text of the first title, with white space collapsed; empty if there is no title}
  String title() {
    var first = title;
    return first == null ? "" : first;
  }

  /// {@return the views that this walk read only in part}
  Set<PagePart> shortened() {
    return shortened;
  }

  /// {@return the value of an attribute of the root element; empty without the attribute}
  String ofRoot(String attribute) {
    var html = root;
    return html == null ? "" : html.attr(attribute);
  }

  /// {@return the reference of the first `base` element of the head that has one}
  Optional<String> baseHref() {
    return Optional.ofNullable(baseHref);
  }

  /// {@return the reference of the first canonical link in the head}
  Optional<String> canonicalHref() {
    return Optional.ofNullable(canonicalHref);
  }

  @Override
  public void head(Node node, int depth) {
    meter.node();
    if (!(node instanceof Element element)) {
      return;
    }
    isInHead |= element.equals(head);
    if (!isHtml(element)) {
      if (isSvgLink(element)) {
        naming.add(new Naming(element, openLinks++ > 0));
      }
      return;
    }
    switch (element.normalName()) {
      case "a", "area" -> {
        naming.add(new Naming(element, openLinks++ > 0));
        licence(element);
      }
      case "h1", "h2", "h3", "h4", "h5", "h6" -> {
        if (openHeadings++ == 0) {
          headings.add(element);
        }
      }
      case "frame", "iframe" -> naming.add(new Naming(element, openLinks++ > 0));
      case "link", "meta", "base" -> {
        naming(element);
        headElement(element);
      }
      case "script" -> script(element);
      case "title" -> title(element);
      case "template" -> element.empty();
      case "style" -> hide(element);
      case "html" -> root = root == null ? element : root;
      default -> {}
    }
  }

  @Override
  public void tail(Node node, int depth) {
    if (!(node instanceof Element element)) {
      return;
    }
    isInHead &= !element.equals(head);
    if (!isHtml(element)) {
      openLinks -= isSvgLink(element) ? 1 : 0;
      return;
    }
    switch (element.normalName()) {
      case "a", "area", "frame", "iframe" -> openLinks--;
      case "h1", "h2", "h3", "h4", "h5", "h6" -> openHeadings--;
      default -> {}
    }
  }

  private static boolean isHtml(Element element) {
    return element.tag().namespace().equals(Parser.NamespaceHtml);
  }

  /// Whether an element is a link in a drawing; such links are links of the page (SVG 2, 16.1).
  static boolean isSvgLink(Element element) {
    return element.normalName().equals("a")
        && element.tag().namespace().equals(Parser.NamespaceSvg);
  }

  private void naming(Element element) {
    switch (element.normalName()) {
      case "link" -> {
        licence(element);
        naming.add(new Naming(element, true));
      }
      case "meta" -> {
        if (element.hasAttr("http-equiv")) {
          naming.add(new Naming(element, true));
        }
      }
      default -> {}
    }
  }

  private void licence(Element element) {
    boolean isOne =
        licences.size() < PageUsage.MAX_LICENCES
            && element.hasAttr("href")
            && relations(element, meter).contains("license");
    if (isOne) {
      licences.add(element.attr("href"));
    }
  }

  private void script(Element element) {
    var type = beginning(element, "type");
    int end = type.indexOf(';');
    var essence = (end < 0 ? type : type.substring(0, end)).strip();
    if (essence.equalsIgnoreCase("application/ld+json")) {
      data(element).ifPresentOrElse(scripts::add, () -> shortened.add(PagePart.STRUCTURED_DATA));
    }
    hide(element);
  }

  /// Returns the text of the script itself, without that of children, which only XML allows (HTML
  /// Standard, 4.12.1); empty if there is no room for it.
  private Optional<String> data(Element script) {
    if (scripts.size() >= ViewLimits.SCRIPTS) {
      return Optional.empty();
    }
    var data = new StringBuilder();
    for (int i = 0; i < script.childNodeSize(); i++) {
      meter.node();
      var part =
          switch (script.childNode(i)) {
            case DataNode raw -> raw.getWholeData();
            case TextNode text -> text.getWholeText();
            default -> "";
          };
      if (part.length() > ViewLimits.SCRIPT_CHARS - scriptChars) {
        return Optional.empty();
      }
      scriptChars += part.length();
      data.append(part);
    }
    return Optional.of(data.toString());
  }

  /// Removes text that only XML pages treat as ordinary text.
  private void hide(Element element) {
    if (isXml) {
      element.empty();
    }
  }

  /// Reads a title, which counts anywhere in the page and is never part of the shown text.
  private void title(Element element) {
    if (title == null) {
      var text = TextScan.folded(element, ViewLimits.TITLE_CHARS, meter);
      title = cut(text, ViewLimits.TITLE_CHARS, PagePart.TITLE, shortened);
    }
    if (!isInHead) {
      element.empty();
    }
  }

  /// {@return the beginning of a text, without half of a surrogate pair}
  static String cut(String text, int most, PagePart view, Set<PagePart> shortened) {
    if (text.length() <= most) {
      return text;
    }
    shortened.add(view);
    return text.substring(0, Character.isHighSurrogate(text.charAt(most - 1)) ? most - 1 : most);
  }

  /// Reads an element that describes the page if it is in the head.
  private void headElement(Element element) {
    meter.node();
    boolean isOne =
        switch (element.normalName()) {
          case "meta" -> element.hasAttr("name") || element.hasAttr("property");
          case "base" -> element.hasAttr("href");
          default -> element.hasAttr("href") && relations(element, meter).contains("canonical");
        };
    if (!isOne) {
      return;
    }
    if (!isInHead) {
      hasLateElements = true;
      return;
    }
    hasHeadElements = true;
    switch (element.normalName()) {
      case "meta" -> meta(element);
      case "base" -> baseHref = baseHref == null ? element.attr("href") : baseHref;
      default -> canonicalHref = canonicalHref == null ? element.attr("href") : canonicalHref;
    }
  }

  private void meta(Element element) {
    var content = element.attr("content");
    for (var key : List.of("name", "property")) {
      if (element.hasAttr(key)) {
        var meta = new PageMeta(element.attr(key).strip(), content);
        int chars = meta.name().length() + content.length();
        if (metas.size() >= ViewLimits.METAS || chars > ViewLimits.META_CHARS - metaChars) {
          shortened.add(PagePart.METAS);
          return;
        }
        metaChars += chars;
        metas.add(meta);
        if (key.equals("name")) {
          named.add(meta);
        }
      }
    }
  }

  /// {@return the relations of a link, in lower case}
  static List<String> relations(Element element, WorkMeter meter) {
    var value = beginning(element, "rel");
    meter.characters(RELATION_WORK * value.length());
    return words(value);
  }

  /// {@return the first characters of an attribute that is short in any page; empty without it}
  static String beginning(Element element, String attribute) {
    var value = element.attr(attribute);
    return value.length() <= SHORT_CHARS ? value : value.substring(0, SHORT_CHARS);
  }

  /// {@return the words of a text, in lower case}
  static List<String> words(String value) {
    return value.isEmpty()
        ? List.of()
        : List.of(value.strip().toLowerCase(Locale.ROOT).split("\\s+", -1));
  }
}
