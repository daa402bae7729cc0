package dev.sojourn.sandbox.worker.page;

import dev.sojourn.agent.Link;
import dev.sojourn.agent.PageUrl;
import dev.sojourn.agent.page.LinkContext;
import dev.sojourn.agent.page.PageMeta;
import java.io.Reader;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.parser.Parser;
import org.jspecify.annotations.Nullable;

/// The parts of an HTML page that an agent may ask for. One walk gathers all but the text, at the
/// first question that needs it.
public final class ParsedHtml {
  private static final int MAX_LANGUAGE_CHARS = 64;

  /// Relations of a `link` element whose target is a page to visit.
  private static final Set<String> FOLLOWED_RELATIONS =
      Set.of("canonical", "next", "prev", "previous", "alternate");

  private final Document document;
  private final ElementScan elements;
  private final PageUrl base;
  private @Nullable List<String> headings;
  private @Nullable String text;

  private ParsedHtml(Document document, PageUrl url) {
    this.document = document;
    this.elements = ElementScan.of(document);
    this.base = elements.baseHref().flatMap(url::resolve).orElse(url);
  }

  /// {@return a page, parsed}
  ///
  /// @param html the page's source
  /// @param url the page's own URL, against which its references are resolved
  public static ParsedHtml parse(String html, PageUrl url) {
    return new ParsedHtml(Jsoup.parse(html), url);
  }

  /// {@return a page, parsed, as it would be from the same text}
  ///
  /// @param html the page's source; an exception of it ends the parsing
  /// @param url the page's own URL
  static ParsedHtml parse(Reader html, PageUrl url) {
    return new ParsedHtml(Parser.htmlParser().parseInput(html, ""), url);
  }

  /// {@return the text of the title, white space folded}
  public String title() {
    return document.title();
  }

  /// {@return the texts of the headings, those within others left out}
  public List<String> headings() {
    var gathered = headings;
    if (gathered == null) {
      gathered =
          elements.headings().stream().map(Element::text).filter(text -> !text.isEmpty()).toList();
      headings = gathered;
    }
    return gathered;
  }

  /// {@return the visible text}
  public String text() {
    var gathered = text;
    if (gathered == null) {
      gathered = document.body().text();
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

  /// {@return the `meta` elements of the head with a name or a property; elsewhere they mean
  /// nothing}
  public List<PageMeta> metas() {
    return List.copyOf(elements.metas());
  }

  /// {@return those with a name, among which robots are addressed}
  public List<PageMeta> namedMetas() {
    return elements.named();
  }

  /// {@return the texts of the `script` elements that hold JSON-LD}
  public List<String> structuredData() {
    return elements.scripts().stream().map(Element::data).toList();
  }

  /// {@return the licences to which the page links, absolute and normalised}
  public List<String> licences() {
    return elements.licences().stream()
        .flatMap(href -> base.resolve(href).stream())
        .map(PageUrl::toString)
        .toList();
  }

  /// {@return the places at which the page names others, with the text around them}
  public List<LinkContext> linkContexts() {
    return LinkScan.of(document).contexts(base);
  }

  /// {@return the URL that the page names as its own, in its head, where only its author writes}
  public Optional<String> canonical() {
    return elements.canonicalHref().flatMap(base::resolve).map(PageUrl::toString);
  }

  /// {@return the characters that the URLs of all links may have, besides those of the page}
  long mostLinkChars() {
    return (long) elements.naming().size() * base.toString().length();
  }

  /// {@return the pages that the page names, in document order, each once; gathered at each call}
  public List<Link> links() {
    var found = new LinkedHashMap<String, Link>();
    for (var named : elements.naming()) {
      reference(named.element())
          .flatMap(base::resolve)
          .map(PageUrl::toString)
          .ifPresent(target -> found.put(target, link(target, found.get(target), named)));
    }
    return List.copyOf(found.values());
  }

  /// The reference by which an element names a page; empty where it names none.
  static Optional<String> reference(Element element) {
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

  /// Other editions of a page count where they are pages too: no feeds and no style sheets.
  private static boolean isFollowed(Element link) {
    var relations = ElementScan.words(link.attr("rel"));
    var type = link.attr("type").strip().toLowerCase(Locale.ROOT);
    boolean isPage =
        type.isEmpty() || type.startsWith("text/html") || type.equals("application/xhtml+xml");
    return isPage
        && !relations.contains("stylesheet")
        && relations.stream().anyMatch(FOLLOWED_RELATIONS::contains);
  }

  /// A link to a page. Of two to one page the first text counts, and following is asked for by
  /// either.
  private static Link link(String target, @Nullable Link before, ElementScan.Naming named) {
    boolean nofollow = ElementScan.words(named.element().attr("rel")).contains("nofollow");
    if (before != null && !before.text().isEmpty()) {
      return before.nofollow() && !nofollow ? new Link(target, before.text(), false) : before;
    }
    return new Link(
        before == null ? target : before.url(),
        named.isInLink() ? "" : named.element().text(),
        nofollow && (before == null || before.nofollow()));
  }
}
