package dev.sojourn.page.parse;

import dev.sojourn.agent.Link;
import dev.sojourn.agent.PageUrl;
import dev.sojourn.agent.page.LinkContext;
import dev.sojourn.agent.page.PageMeta;
import dev.sojourn.agent.page.PagePart;
import dev.sojourn.agent.tree.TreeData;
import dev.sojourn.page.parse.MarkupParser.Form;
import dev.sojourn.page.view.LanguageTag;
import dev.sojourn.page.view.ViewLimits;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jspecify.annotations.Nullable;

/// The parts of an HTML page that an agent may ask for, each within [ViewLimits]. One walk collects
/// all parts except the text and the contexts of links.
public final class ParsedHtml {
  private final Document document;
  private final ElementScan elements;
  private final ReferenceResolver resolver;
  private final boolean isBaseTooLong;
  private final Set<PagePart> shortened;
  private final WorkMeter meter;
  private @Nullable List<String> headings;
  private @Nullable String text;

  private ParsedHtml(
      MarkupParser.Parsed parsed,
      ElementScan elements,
      PageUrl url,
      Charset encoding,
      WorkMeter meter) {
    this.document = parsed.document();
    this.elements = elements;
    this.meter = meter;
    var ofUrl = new ReferenceResolver(url, QueryOctets.of(encoding));
    this.isBaseTooLong = elements.baseHref().filter(ofUrl::isTooLong).isPresent();
    this.resolver =
        elements
            .baseHref()
            .flatMap(ofUrl::resolve)
            .map(base -> new ReferenceResolver(base, ofUrl.queryOctets()))
            .orElse(ofUrl);
    this.shortened = EnumSet.noneOf(PagePart.class);
    shortened.addAll(elements.shortened());
    if (!parsed.isWhole()) {
      shortened.add(PagePart.MARKUP);
    }
  }

  /// {@return a parsed page}
  ///
  /// @param html the page's source
  /// @param url the page's own URL, the base of its references
  /// @param encoding the charset of the page and of the queries in its references
  public static ParsedHtml parse(String html, PageUrl url, Charset encoding) {
    return parse(html, url, encoding, false, WorkMeter.unchecked());
  }

  /// {@return a parsed page in UTF-8}
  ///
  /// @param html the page's source
  /// @param url the page's own URL, the base of its references
  public static ParsedHtml parse(String html, PageUrl url) {
    return parse(html, url, StandardCharsets.UTF_8);
  }

  /// {@return a parsed page}
  ///
  /// @param source the source of the page
  /// @param url the page's own URL
  /// @param encoding the charset of the page and of the queries in its references
  /// @param isXhtml whether the page was sent as XHTML; if it is also well-formed, it is read as
  ///   XML
  /// @param meter counts the work, here and in each method of the result
  static ParsedHtml parse(
      String source, PageUrl url, Charset encoding, boolean isXhtml, WorkMeter meter) {
    boolean isXml = isXhtml && XhtmlScan.isXml(source, meter);
    var parsed = MarkupParser.parse(source, isXml ? Form.XHTML : Form.HTML, meter);
    var elements =
        ElementScan.of(
            parsed.document(),
            isXml,
            isTreeHeadEmpty -> LateHead.of(source, isTreeHeadEmpty, meter),
            meter);
    return new ParsedHtml(parsed, elements, url, encoding, meter);
  }

  /// {@return the requested views that were read only in part}
  Set<PagePart> shortened() {
    return shortened;
  }

  /// {@return the text of the first title, with white space collapsed}
  public String title() {
    return elements.title();
  }

  /// {@return the texts of the headings, except those inside other headings}
  public List<String> headings() {
    var gathered = headings;
    if (gathered == null) {
      gathered = headingTexts();
      headings = gathered;
    }
    return gathered;
  }

  private List<String> headingTexts() {
    var texts = new ArrayList<String>();
    int room = ViewLimits.HEADING_CHARS;
    for (var heading : elements.headings()) {
      var words = TextScan.of(heading, room, meter);
      room -= words.length();
      if (texts.size() == ViewLimits.HEADINGS || room < 0) {
        shortened.add(PagePart.HEADINGS);
        break;
      }
      if (!words.isEmpty()) {
        texts.add(words);
      }
    }
    return List.copyOf(texts);
  }

  /// {@return the visible text}
  public String text() {
    var gathered = text;
    if (gathered == null) {
      var all = TextScan.of(document.body(), ViewLimits.TEXT_CHARS, meter);
      gathered = ElementScan.cut(all, ViewLimits.TEXT_CHARS, PagePart.TEXT, shortened);
      text = gathered;
    }
    return gathered;
  }

  /// {@return the declared language}
  public Optional<String> language() {
    return LanguageTag.parse(elements.ofRoot("lang"))
        .or(() -> LanguageTag.parse(elements.ofRoot("xml:lang")));
  }

  /// {@return the `meta` elements with a name or a property, only from the head}
  public List<PageMeta> metas() {
    return List.copyOf(elements.metas());
  }

  /// {@return the `meta` elements of the head with a name, which include those for robots}
  public List<PageMeta> namedMetas() {
    return elements.named();
  }

  /// {@return the texts of the `script` elements that hold JSON-LD}
  public List<String> structuredData() {
    return List.copyOf(elements.scripts());
  }

  /// {@return the absolute, normalised URLs of the licences to which the page links}
  public List<String> licences() {
    return elements.licences().stream()
        .flatMap(href -> resolver.resolve(href).stream())
        .map(PageUrl::toString)
        .toList();
  }

  /// {@return the positions at which the page names other pages, with the text around them}
  public List<LinkContext> linkContexts() {
    var scan = LinkScan.of(document, meter);
    var contexts = scan.contexts(resolver);
    if (scan.isShortened()) {
      shortened.add(PagePart.LINK_CONTEXTS);
    }
    return contexts;
  }

  /// {@return the elements of the page; empty if the parser found none}
  Optional<TreeData> tree() {
    var root = document.firstElementChild();
    if (root == null) {
      return Optional.empty();
    }
    var builder = TreeScan.of(root, resolver.base().toString());
    if (builder.isShortened()) {
      shortened.add(PagePart.TREE);
    }
    return Optional.of(builder.build());
  }

  /// {@return the canonical URL in the page's head, which only the page's author writes}
  public Optional<String> canonical() {
    return elements
        .canonicalHref()
        .flatMap(resolver::resolve)
        .map(PageUrl::withoutSession)
        .map(PageUrl::toString);
  }

  /// {@return the pages that the page names, in document order, without duplicates; each call
  /// collects them again}
  public List<Link> links() {
    var links = new PageLinks(meter);
    addLinks(links);
    return links.gathered().all();
  }

  /// Adds the pages and feeds that the page names.
  void addLinks(PageLinks links) {
    if (isBaseTooLong) {
      // With the page's URL as base, the references would name pages that the author did not mean.
      shortened.add(PagePart.LINKS);
      return;
    }
    for (var named : elements.naming()) {
      meter.node();
      var element = named.element();
      if (isFeed(element)) {
        attribute(element, "href").ifPresent(href -> links.addFeed(resolver, href));
      }
      reference(element, meter)
          .ifPresent(
              reference ->
                  links.add(
                      resolver,
                      reference,
                      ElementScan.relations(element, meter).contains("nofollow"),
                      () -> named.isInLink() ? "" : text(element)));
    }
    if (links.isShortened()) {
      shortened.add(PagePart.LINKS);
    }
  }

  private String text(Element link) {
    return TextScan.of(link, ViewLimits.LINK_CHARS, meter);
  }

  private boolean isFeed(Element element) {
    return element.normalName().equals("link")
        && PageLinks.isFeed(
            ElementScan.relations(element, meter), ElementScan.beginning(element, "type"));
  }

  /// Returns the reference by which an element names a page; empty if it does not.
  static Optional<String> reference(Element element, WorkMeter meter) {
    return switch (element.normalName()) {
      case "frame", "iframe" -> attribute(element, "src");
      case "link" ->
          PageLinks.isFollowed(
                  ElementScan.relations(element, meter), ElementScan.beginning(element, "type"))
              ? attribute(element, "href")
              : Optional.empty();
      case "meta" ->
          element.attr("http-equiv").equalsIgnoreCase("refresh")
              ? RefreshTarget.parse(element.attr("content"))
              : Optional.empty();
      default ->
          attribute(element, "href")
              .or(
                  () ->
                      ElementScan.isSvgLink(element)
                          ? attribute(element, "xlink:href")
                          : Optional.empty());
    };
  }

  private static Optional<String> attribute(Element element, String name) {
    return element.hasAttr(name) ? Optional.of(element.attr(name)) : Optional.empty();
  }
}
