package dev.sojourn.sandbox.worker.page;

import dev.sojourn.agent.page.PageMeta;
import dev.sojourn.agent.page.PageUsage;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.jsoup.select.NodeVisitor;
import org.jspecify.annotations.Nullable;

/// One walk over a parsed page that gathers, in document order, the elements that an agent may ask
/// about. Most pages are asked for all of them, and a walk for each question would cost as much as
/// the parser.
final class ElementScan implements NodeVisitor {
  private final Element head;
  private final List<Naming> naming = new ArrayList<>();
  private final List<Element> headings = new ArrayList<>();
  private final List<PageMeta> metas = new ArrayList<>();
  private final List<PageMeta> named = new ArrayList<>();
  private final List<Element> scripts = new ArrayList<>();
  private final List<String> licences = new ArrayList<>();
  private @Nullable Element root;
  private @Nullable String baseHref;
  private @Nullable String canonicalHref;
  private boolean isInHead;
  private int openLinks;
  private int openHeadings;

  private ElementScan(Element head) {
    this.head = head;
  }

  /// An element that may name another page.
  ///
  /// @param isInLink whether it is part of a link, which has its text already: nested deeply
  ///   enough, a small page would become a large one
  record Naming(Element element, boolean isInLink) {}

  static ElementScan of(Document document) {
    var scan = new ElementScan(document.head());
    scan.traverse(document);
    return scan;
  }

  /// {@return the elements that may name another page}
  List<Naming> naming() {
    return naming;
  }

  /// {@return the headings, those within others left out}
  List<Element> headings() {
    return headings;
  }

  /// {@return the `meta` elements in the head that have a name or a property}
  List<PageMeta> metas() {
    return metas;
  }

  /// {@return those of them that have a name}
  List<PageMeta> named() {
    return named;
  }

  /// {@return the `script` elements that hold structured data}
  List<Element> scripts() {
    return scripts;
  }

  /// {@return the references of links with the relation `license`, the first of them}
  List<String> licences() {
    return licences;
  }

  /// {@return the value of an attribute of the root element; empty if there is none}
  String ofRoot(String attribute) {
    var html = root;
    return html == null ? "" : html.attr(attribute);
  }

  /// {@return the reference of the first `base` element that has one}
  Optional<String> baseHref() {
    return Optional.ofNullable(baseHref);
  }

  /// {@return the reference of the first canonical link in the head}
  Optional<String> canonicalHref() {
    return Optional.ofNullable(canonicalHref);
  }

  @Override
  public void head(Node node, int depth) {
    if (!(node instanceof Element element)) {
      return;
    }
    isInHead |= element.equals(head);
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
      case "frame", "iframe" -> naming.add(new Naming(element, openLinks > 0));
      case "link" -> link(element);
      case "meta" -> meta(element);
      case "script" -> script(element);
      case "base" -> {
        if (baseHref == null && element.hasAttr("href")) {
          baseHref = element.attr("href");
        }
      }
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
    switch (element.normalName()) {
      case "a", "area" -> openLinks--;
      case "h1", "h2", "h3", "h4", "h5", "h6" -> openHeadings--;
      default -> {}
    }
  }

  private void licence(Element element) {
    boolean isOne =
        licences.size() < PageUsage.MAX_LICENCES
            && element.hasAttr("href")
            && words(element.attr("rel")).contains("license");
    if (isOne) {
      licences.add(element.attr("href"));
    }
  }

  private void script(Element element) {
    var type = element.attr("type");
    int end = type.indexOf(';');
    var essence = (end < 0 ? type : type.substring(0, end)).strip();
    if (essence.equalsIgnoreCase("application/ld+json")) {
      scripts.add(element);
    }
  }

  private void link(Element element) {
    licence(element);
    naming.add(new Naming(element, openLinks > 0));
    boolean isCanonical =
        isInHead
            && canonicalHref == null
            && element.hasAttr("href")
            && words(element.attr("rel")).contains("canonical");
    if (isCanonical) {
      canonicalHref = element.attr("href");
    }
  }

  private void meta(Element element) {
    if (element.hasAttr("http-equiv")) {
      naming.add(new Naming(element, openLinks > 0));
    }
    if (isInHead && element.hasAttr("name")) {
      var meta = new PageMeta(element.attr("name").strip(), element.attr("content"));
      metas.add(meta);
      named.add(meta);
    }
    if (isInHead && element.hasAttr("property")) {
      metas.add(new PageMeta(element.attr("property").strip(), element.attr("content")));
    }
  }

  /// {@return the words of an attribute, in lower case}
  static List<String> words(String value) {
    return value.isEmpty()
        ? List.of()
        : List.of(value.strip().toLowerCase(Locale.ROOT).split("\\s+", -1));
  }
}
