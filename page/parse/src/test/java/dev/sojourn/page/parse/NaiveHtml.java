package dev.sojourn.page.parse;

import dev.sojourn.agent.Link;
import dev.sojourn.agent.PageUrl;
import dev.sojourn.agent.page.LinkContext;
import dev.sojourn.agent.page.PageMeta;
import dev.sojourn.page.view.LanguageTag;
import dev.sojourn.page.view.ViewLimits;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jsoup.Jsoup;
import org.jsoup.internal.StringUtil;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.jsoup.nodes.TextNode;
import org.jsoup.parser.Parser;

/// The rules of [ParsedHtml], written in the plainest way, with a walk for each question. Its one
/// walk is compared with this model.
final class NaiveHtml {
  private static final List<String> HEADINGS = List.of("h1", "h2", "h3", "h4", "h5", "h6");
  private static final List<String> LINKS = List.of("a", "area");

  /// Elements that name another page.
  private static final String NAMING = "a, area, frame, iframe, link, meta[http-equiv]";

  /// Relations of a `link` element whose target is a page to visit.
  private static final Set<String> FOLLOWED_RELATIONS =
      Set.of("canonical", "next", "prev", "previous", "alternate");

  private final Document document;
  private final PageUrl url;
  private final String title;
  private final int begin;
  private final int end;

  private NaiveHtml(Document document, PageUrl url, String title, int begin, int end) {
    this.title = title;
    this.document = document;
    this.url = url;
    this.begin = begin;
    this.end = end;
  }

  static NaiveHtml parse(String html, PageUrl url) {
    var parser = Parser.htmlParser().setTrackPosition(true).setMaxDepth(ViewLimits.DEPTH);
    var document = Jsoup.parse(html, "", parser);
    document.select("template").stream().filter(NaiveHtml::isHtml).forEach(Element::empty);
    var title = firstTitle(document);
    document.body().select("title").stream().filter(NaiveHtml::isHtml).forEach(Element::empty);
    int begin = SourceHead.of(html, WorkMeter.unchecked()).map(html::indexOf).orElse(0);
    int end = begin + SourceHead.of(html, WorkMeter.unchecked()).map(String::length).orElse(0);
    return new NaiveHtml(document, url, title, begin, end);
  }

  private static boolean isHtml(Element element) {
    return element.tag().namespace().equals(Parser.NamespaceHtml);
  }

  private static boolean isLinkOfSvg(Element element) {
    return element.normalName().equals("a")
        && element.tag().namespace().equals(Parser.NamespaceSvg);
  }

  String title() {
    return title;
  }

  private static String firstTitle(Document document) {
    return document.select("title").stream()
        .filter(NaiveHtml::isHtml)
        .findFirst()
        .map(title -> StringUtil.normaliseWhitespace(title.text()).trim())
        .orElse("");
  }

  /// The elements that match in the head of the tree, then those in the head of the source.
  private List<Element> ofHead(String query) {
    var found = new ArrayList<Element>(document.head().select(query));
    for (var element : document.select(query)) {
      int at = element.sourceRange().startPos();
      if (at >= begin && at < end && !found.contains(element)) {
        found.add(element);
      }
    }
    found.removeIf(element -> !isHtml(element));
    return found;
  }

  List<String> headings() {
    var headings = new ArrayList<String>();
    for (var element : document.select(String.join(",", HEADINGS))) {
      var heading = isWithin(element, HEADINGS) || !isHtml(element) ? "" : element.text();
      if (!heading.isEmpty()) {
        headings.add(heading);
      }
    }
    return List.copyOf(headings);
  }

  String text() {
    return document.body().text();
  }

  Optional<String> language() {
    var html = document.selectFirst("html");
    if (html == null) {
      return Optional.empty();
    }
    return LanguageTag.parse(html.attr("lang")).or(() -> LanguageTag.parse(html.attr("xml:lang")));
  }

  List<PageMeta> metas() {
    var metas = new ArrayList<PageMeta>();
    for (var element : ofHead("meta")) {
      for (var key : List.of("name", "property")) {
        if (element.hasAttr(key)) {
          metas.add(new PageMeta(element.attr(key).strip(), element.attr("content")));
        }
      }
    }
    return metas;
  }

  List<PageMeta> namedMetas() {
    return ofHead("meta[name]").stream()
        .map(meta -> new PageMeta(meta.attr("name").strip(), meta.attr("content")))
        .toList();
  }

  List<String> structuredData() {
    return document.select("script").stream()
        .filter(NaiveHtml::isHtml)
        .filter(script -> script.attr("type").strip().matches("(?i)application/ld\\+json *(;.*)?"))
        .map(Element::data)
        .toList();
  }

  /// The contexts, each from a walk of its own over the whole page with marks in the text.
  List<LinkContext> linkContexts() {
    var base = base();
    var contexts = new ArrayList<LinkContext>();
    for (var element : document.select(NAMING)) {
      reference(element)
          .flatMap(base::resolve)
          .ifPresent(target -> contexts.add(context(element, target.toString())));
    }
    return contexts;
  }

  private LinkContext context(Element link, String target) {
    var marked = new StringBuilder();
    mark(document.body(), link, marked);
    var parts = marked.toString().split("[\u0002\u0003]", -1);
    if (parts.length == 1) {
      return new LinkContext(target, link.normalName(), "", "", "");
    }
    var before = parts[0].substring(parts[0].lastIndexOf('\u0001') + 1);
    int end = parts[2].indexOf('\u0001');
    return new LinkContext(
        target,
        link.normalName(),
        folded(parts[1].replace('\u0001', ' ')),
        folded(before),
        folded(end < 0 ? parts[2] : parts[2].substring(0, end)));
  }

  private static void mark(Node node, Element link, StringBuilder marked) {
    var edge = node instanceof Element element && element.isBlock() ? "\u0001" : "";
    marked.append(edge);
    marked.append(node.equals(link) ? "\u0002" : "");
    if (node instanceof TextNode text) {
      marked.append(text.getWholeText());
    }
    if (node.nameIs("br")) {
      marked.append(' ');
    }
    node.childNodes().forEach(child -> mark(child, link, marked));
    marked.append(node.equals(link) ? "\u0003" : "");
    marked.append(edge);
  }

  private static String folded(String text) {
    return text.replaceAll("[ \t\n\r\f\u00a0]+", " ").strip();
  }

  Optional<String> canonical() {
    var base = base();
    for (var element : ofHead("link[rel][href]")) {
      if (words(element.attr("rel")).contains("canonical")) {
        return base.resolve(element.attr("href")).map(PageUrl::toString);
      }
    }
    return Optional.empty();
  }

  List<Link> links() {
    var base = base();
    var found = new LinkedHashMap<String, Link>();
    for (var element : document.select(NAMING)) {
      if (!isHtml(element) && !element.normalName().equals("a")) {
        continue;
      }
      reference(element)
          .flatMap(base::resolve)
          .map(PageUrl::toString)
          .ifPresent(target -> found.merge(target, link(target, element), NaiveHtml::both));
    }
    return List.copyOf(found.values());
  }

  /// The reference by which an element names a page; empty if it names none.
  private static Optional<String> reference(Element element) {
    if (!isHtml(element) && !isLinkOfSvg(element)) {
      return Optional.empty();
    }
    return switch (element.normalName()) {
      case "frame", "iframe" -> attribute(element, "src");
      case "link" -> isFollowed(element) ? attribute(element, "href") : Optional.empty();
      case "meta" ->
          element.attr("http-equiv").equalsIgnoreCase("refresh")
              ? RefreshTarget.parse(element.attr("content"))
              : Optional.empty();
      default -> attribute(element, "href");
    };
  }

  private static Optional<String> attribute(Element element, String name) {
    return element.hasAttr(name) ? Optional.of(element.attr(name)) : Optional.empty();
  }

  /// Other editions of a page count if they are pages too: no feeds and no style sheets.
  private static boolean isFollowed(Element link) {
    var relations = words(link.attr("rel"));
    var type = link.attr("type").strip().toLowerCase(Locale.ROOT);
    boolean isPage =
        type.isEmpty() || type.startsWith("text/html") || type.equals("application/xhtml+xml");
    return isPage
        && !relations.contains("stylesheet")
        && relations.stream().anyMatch(FOLLOWED_RELATIONS::contains);
  }

  private static List<String> words(String value) {
    return List.of(value.strip().toLowerCase(Locale.ROOT).split("\\s+", -1));
  }

  private PageUrl base() {
    return ofHead("base[href]").stream()
        .findFirst()
        .map(element -> url.resolve(element.attr("href")).orElse(url))
        .orElse(url);
  }

  private static Link link(String target, Element element) {
    boolean nofollow = words(element.attr("rel")).contains("nofollow");
    return new Link(target, isWithin(element, LINKS) ? "" : element.text(), nofollow);
  }

  /// Whether an element is part of another of its kind, which has its text already: nested deeply
  /// enough, a small page would become a large one.
  private static boolean isWithin(Element element, List<String> kind) {
    for (var around = element.parent(); around != null; around = around.parent()) {
      if (kind.contains(around.normalName()) && (isHtml(around) || isLinkOfSvg(around))) {
        return true;
      }
    }
    return false;
  }

  /// If two links lead to one page, the first text counts. If either may be followed, the page is
  /// followed.
  private static Link both(Link first, Link second) {
    return new Link(
        first.url(),
        first.text().isEmpty() ? second.text() : first.text(),
        first.nofollow() && second.nofollow());
  }
}
