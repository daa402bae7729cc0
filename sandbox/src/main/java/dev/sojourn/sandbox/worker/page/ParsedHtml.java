package dev.sojourn.sandbox.worker.page;

import dev.sojourn.agent.Link;
import dev.sojourn.agent.PageUrl;
import dev.sojourn.agent.page.LinkContext;
import dev.sojourn.agent.page.PageMeta;
import dev.sojourn.agent.page.PageView;
import dev.sojourn.sandbox.worker.page.MarkupParser.Form;
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

/// The parts of an HTML page that an agent may ask for, each within [ViewLimits]. One walk gathers
/// all but the text, at the first question that needs it.
public final class ParsedHtml {
  private static final int MAX_LANGUAGE_CHARS = 64;

  private final Document document;
  private final ElementScan elements;
  private final ReferenceResolver resolver;
  private final boolean isBaseTooLong;
  private final Set<PageView> shortened;
  private @Nullable List<String> headings;
  private @Nullable String text;

  private ParsedHtml(
      MarkupParser.Parsed parsed, ElementScan elements, PageUrl url, Charset encoding) {
    this.document = parsed.document();
    this.elements = elements;
    var ofUrl = new ReferenceResolver(url, QueryOctets.of(encoding));
    this.isBaseTooLong = elements.baseHref().filter(ofUrl::isTooLong).isPresent();
    this.resolver =
        elements
            .baseHref()
            .flatMap(ofUrl::resolve)
            .map(base -> new ReferenceResolver(base, ofUrl.queryOctets()))
            .orElse(ofUrl);
    this.shortened = EnumSet.noneOf(PageView.class);
    shortened.addAll(elements.shortened());
    if (!parsed.isWhole()) {
      shortened.add(PageView.MARKUP);
    }
  }

  /// {@return a page, parsed}
  ///
  /// @param html the page's source
  /// @param url the page's own URL, against which its references are resolved
  /// @param encoding of the page, in which the queries of its references are
  public static ParsedHtml parse(String html, PageUrl url, Charset encoding) {
    return parse(html, url, encoding, false, () -> {});
  }

  /// {@return a page in UTF-8, parsed}
  ///
  /// @param html the page's source
  /// @param url the page's own URL, against which its references are resolved
  public static ParsedHtml parse(String html, PageUrl url) {
    return parse(html, url, StandardCharsets.UTF_8);
  }

  /// {@return a page, parsed}
  ///
  /// @param source of the page
  /// @param url the page's own URL
  /// @param encoding of the page, in which the queries of its references are
  /// @param isXhtml whether it was sent as XHTML: then it is read as XML if it is well-formed
  /// @param check is run often; an exception of it ends the parsing
  static ParsedHtml parse(
      String source, PageUrl url, Charset encoding, boolean isXhtml, Runnable check) {
    boolean isXml = isXhtml && XhtmlScan.isXml(source);
    var parsed = MarkupParser.parse(source, isXml ? Form.XHTML : Form.HTML, check);
    check.run();
    var elements =
        ElementScan.of(
            parsed.document(),
            isXml,
            isTreeHeadEmpty -> LateHead.of(source, isTreeHeadEmpty, check));
    return new ParsedHtml(parsed, elements, url, encoding);
  }

  /// {@return the views that were read in part, as far as they were asked for}
  Set<PageView> shortened() {
    return shortened;
  }

  /// {@return the text of the first title, white space folded}
  public String title() {
    return elements.title();
  }

  /// {@return the texts of the headings, those within others left out}
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
    long chars = 0;
    for (var heading : elements.headings()) {
      var words = heading.text();
      chars += words.length();
      if (texts.size() == ViewLimits.HEADINGS || chars > ViewLimits.HEADING_CHARS) {
        shortened.add(PageView.HEADINGS);
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
      var all = document.body().text();
      gathered = ElementScan.cut(all, ViewLimits.TEXT_CHARS, PageView.TEXT, shortened);
      text = gathered;
    }
    return gathered;
  }

  /// {@return the declared language}
  public Optional<String> language() {
    return languageTag(elements.ofRoot("lang")).or(() -> languageTag(elements.ofRoot("xml:lang")));
  }

  /// {@return the value as a language tag (BCP 47), if it looks like one}
  ///
  /// @param value as it stands in the page
  public static Optional<String> languageTag(String value) {
    int comma = value.indexOf(',');
    var tag = (comma < 0 ? value : value.substring(0, comma)).strip();
    boolean plausible =
        !tag.isEmpty()
            && tag.length() <= MAX_LANGUAGE_CHARS
            && tag.chars()
                .allMatch(
                    c ->
                        (c >= 'a' && c <= 'z')
                            || (c >= 'A' && c <= 'Z')
                            || (c >= '0' && c <= '9')
                            || c == '-');
    return plausible ? Optional.of(tag) : Optional.empty();
  }

  /// {@return the `meta` elements of the head with a name or a property; elsewhere they have no
  /// meaning}
  public List<PageMeta> metas() {
    return List.copyOf(elements.metas());
  }

  /// {@return those with a name, among which robots are addressed}
  public List<PageMeta> namedMetas() {
    return elements.named();
  }

  /// {@return the texts of the `script` elements that hold JSON-LD}
  public List<String> structuredData() {
    return List.copyOf(elements.scripts());
  }

  /// {@return the licences to which the page links, absolute and normalised}
  public List<String> licences() {
    return elements.licences().stream()
        .flatMap(href -> resolver.resolve(href).stream())
        .map(PageUrl::toString)
        .toList();
  }

  /// {@return the places at which the page names others, with the text around them}
  public List<LinkContext> linkContexts() {
    var scan = LinkScan.of(document);
    var contexts = scan.contexts(resolver);
    if (scan.isShortened()) {
      shortened.add(PageView.LINK_CONTEXTS);
    }
    return contexts;
  }

  /// {@return the URL that the page names as its own, in its head, which only its author writes}
  public Optional<String> canonical() {
    return elements
        .canonicalHref()
        .flatMap(resolver::resolve)
        .map(PageUrl::withoutSession)
        .map(PageUrl::toString);
  }

  /// {@return the characters that the URLs of all links may have, besides those of the page}
  long mostLinkChars() {
    return (long) elements.naming().size() * resolver.baseChars();
  }

  /// {@return the pages that the page names, in document order, each once; gathered at each call}
  public List<Link> links() {
    var links = new PageLinks();
    addLinks(links);
    return links.all();
  }

  /// Adds the pages and feeds that the page names to links that there are already.
  void addLinks(PageLinks links) {
    if (isBaseTooLong) {
      // Resolved against the page itself, they would name pages that its author did not.
      shortened.add(PageView.LINKS);
      return;
    }
    for (var named : elements.naming()) {
      var element = named.element();
      if (isFeed(element)) {
        attribute(element, "href").ifPresent(href -> links.addFeed(resolver, href));
      }
      reference(element)
          .ifPresent(
              reference ->
                  links.add(
                      resolver,
                      reference,
                      ElementScan.words(element.attr("rel")).contains("nofollow"),
                      () -> named.isInLink() ? "" : element.text()));
    }
    if (links.isShortened()) {
      shortened.add(PageView.LINKS);
    }
  }

  private static boolean isFeed(Element element) {
    return element.normalName().equals("link")
        && PageLinks.isFeed(ElementScan.words(element.attr("rel")), element.attr("type"));
  }

  /// The reference by which an element names a page; empty if it names none.
  static Optional<String> reference(Element element) {
    return switch (element.normalName()) {
      case "frame", "iframe" -> attribute(element, "src");
      case "link" ->
          PageLinks.isFollowed(ElementScan.words(element.attr("rel")), element.attr("type"))
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
