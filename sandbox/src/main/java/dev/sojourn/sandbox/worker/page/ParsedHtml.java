package dev.sojourn.sandbox.worker.page;

import dev.sojourn.agent.Link;
import dev.sojourn.agent.PageUrl;
import dev.sojourn.agent.page.LinkContext;
import dev.sojourn.agent.page.PageMeta;
import dev.sojourn.agent.url.UrlReading;
import java.io.Reader;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
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
  private final UnaryOperator<String> queryOctets;
  private @Nullable List<String> headings;
  private @Nullable String text;

  /// The links of a page.
  ///
  /// @param links those that can be followed
  /// @param tooLong how many others have too many characters
  /// @param withUser how many named a user, which is left out
  record Links(List<Link> links, int tooLong, int withUser) {}

  private ParsedHtml(Document document, PageUrl url, Charset encoding) {
    this.document = document;
    this.elements = ElementScan.of(document);
    this.queryOctets = QueryOctets.of(encoding);
    this.base = elements.baseHref().flatMap(href -> url.resolve(href, queryOctets)).orElse(url);
  }

  /// {@return a page, parsed}
  ///
  /// @param html the page's source
  /// @param url the page's own URL, against which its references are resolved
  /// @param encoding of the page, in which the queries of its references are
  public static ParsedHtml parse(String html, PageUrl url, Charset encoding) {
    return new ParsedHtml(Jsoup.parse(html), url, encoding);
  }

  /// {@return a page in UTF-8, parsed}
  ///
  /// @param html the page's source
  /// @param url the page's own URL, against which its references are resolved
  public static ParsedHtml parse(String html, PageUrl url) {
    return parse(html, url, StandardCharsets.UTF_8);
  }

  /// {@return a page, parsed, as it would be from the same text}
  ///
  /// @param html the page's source; an exception of it ends the parsing
  /// @param url the page's own URL
  /// @param encoding of the page
  static ParsedHtml parse(Reader html, PageUrl url, Charset encoding) {
    return new ParsedHtml(Parser.htmlParser().parseInput(html, ""), url, encoding);
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
        .flatMap(href -> base.resolve(href, queryOctets).stream())
        .map(PageUrl::toString)
        .toList();
  }

  /// {@return the places at which the page names others, with the text around them}
  public List<LinkContext> linkContexts() {
    return LinkScan.of(document).contexts(href -> base.resolve(href, queryOctets));
  }

  /// {@return the URL that the page names as its own, in its head, where only its author writes}
  public Optional<String> canonical() {
    return elements
        .canonicalHref()
        .flatMap(href -> base.resolve(href, queryOctets))
        .map(PageUrl::toString);
  }

  /// {@return the characters that the URLs of all links may have, besides those of the page}
  long mostLinkChars() {
    return (long) elements.naming().size() * base.toString().length();
  }

  /// {@return the pages that the page names, in document order, each once; gathered at each call}
  public List<Link> links() {
    return gathered().links();
  }

  /// {@return the links, and how many were left out or changed; gathered at each call}
  Links gathered() {
    var found = new LinkedHashMap<String, Link>();
    int tooLong = 0;
    int withUser = 0;
    for (var named : elements.naming()) {
      var reference = reference(named.element());
      var url = reference.flatMap(href -> base.resolve(href, queryOctets));
      if (url.isPresent()) {
        var target = url.get().toString();
        withUser += reference.filter(this::namesUser).isPresent() ? 1 : 0;
        found.put(target, link(target, found.get(target), named));
      } else {
        tooLong += reference.filter(this::isTooLong).isPresent() ? 1 : 0;
      }
    }
    return new Links(List.copyOf(found.values()), tooLong, withUser);
  }

  private boolean namesUser(String reference) {
    return reference.indexOf('@') >= 0
        && base.reading(reference, queryOctets) instanceof UrlReading.Read read
        && read.hadUser();
  }

  private boolean isTooLong(String reference) {
    return base.reading(reference, queryOctets) instanceof UrlReading.Unread(var fault)
        && fault == UrlReading.Fault.TOO_LONG;
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
