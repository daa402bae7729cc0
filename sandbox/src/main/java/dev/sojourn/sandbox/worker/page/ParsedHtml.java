package dev.sojourn.sandbox.worker.page;

import dev.sojourn.agent.Link;
import dev.sojourn.agent.PageUrl;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jspecify.annotations.Nullable;

/// The parts of an HTML page that an agent may ask for. Links and text are gathered when asked for.
public final class ParsedHtml {
  private static final int MAX_LANGUAGE_CHARS = 64;
  private static final List<String> HEADINGS = List.of("h1", "h2", "h3", "h4", "h5", "h6");
  private static final List<String> LINKS = List.of("a", "area");

  /// Elements that name another page.
  private static final String NAMING = "a, area, frame, iframe, link, meta[http-equiv]";

  /// Relations of a `link` element whose target is a page to visit.
  private static final Set<String> FOLLOWED_RELATIONS =
      Set.of("canonical", "next", "prev", "previous", "alternate");

  private final Document document;
  private final PageUrl url;
  private @Nullable List<Link> links;
  private @Nullable String text;

  private ParsedHtml(Document document, PageUrl url) {
    this.document = document;
    this.url = url;
  }

  /// {@return a page, parsed}
  ///
  /// @param html the page's source
  /// @param url the page's own URL, against which its references are resolved
  public static ParsedHtml parse(String html, PageUrl url) {
    return new ParsedHtml(Jsoup.parse(html), url);
  }

  /// {@return the text of the title, white space folded}
  public String title() {
    return document.title();
  }

  /// {@return the texts of the headings, those within others left out}
  public List<String> headings() {
    var headings = new ArrayList<String>();
    for (var element : document.select(String.join(",", HEADINGS))) {
      var heading = isWithin(element, HEADINGS) ? "" : element.text();
      if (!heading.isEmpty()) {
        headings.add(heading);
      }
    }
    return List.copyOf(headings);
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
    var html = document.selectFirst("html");
    if (html == null) {
      return Optional.empty();
    }
    return languageTag(html.attr("lang")).or(() -> languageTag(html.attr("xml:lang")));
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

  /// {@return name and content of each `meta` element in the head; elsewhere they mean nothing}
  public List<Meta> metas() {
    var metas = new ArrayList<Meta>();
    for (var element : document.head().select("meta[name]")) {
      metas.add(new Meta(element.attr("name").strip(), element.attr("content")));
    }
    return metas;
  }

  /// {@return the URL that the page names as its own, in its head, where only its author writes}
  public Optional<String> canonical() {
    var base = base();
    for (var element : document.head().select("link[rel][href]")) {
      if (words(element.attr("rel")).contains("canonical")) {
        return base.resolve(element.attr("href")).map(PageUrl::toString);
      }
    }
    return Optional.empty();
  }

  /// {@return the pages that the page names, in document order, each once}
  public List<Link> links() {
    var gathered = links;
    if (gathered == null) {
      gathered = gatherLinks();
      links = gathered;
    }
    return gathered;
  }

  private List<Link> gatherLinks() {
    var base = base();
    var found = new LinkedHashMap<String, Link>();
    for (var element : document.select(NAMING)) {
      reference(element)
          .flatMap(base::resolve)
          .map(PageUrl::toString)
          .ifPresent(target -> found.merge(target, link(target, element), ParsedHtml::both));
    }
    return List.copyOf(found.values());
  }

  /// The reference by which an element names a page; empty where it names none.
  private static Optional<String> reference(Element element) {
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
    var element = document.selectFirst("base[href]");
    return element == null ? url : url.resolve(element.attr("href")).orElse(url);
  }

  private static Link link(String target, Element element) {
    boolean nofollow = words(element.attr("rel")).contains("nofollow");
    return new Link(target, isWithin(element, LINKS) ? "" : element.text(), nofollow);
  }

  /// Whether an element is part of another of its kind, which has its text already: nested deeply
  /// enough, a small page would become a large one.
  private static boolean isWithin(Element element, List<String> kind) {
    for (var around = element.parent(); around != null; around = around.parent()) {
      if (kind.contains(around.normalName())) {
        return true;
      }
    }
    return false;
  }

  /// Of two links to one page the first text counts, and following is asked for by either.
  private static Link both(Link first, Link second) {
    return new Link(
        first.url(),
        first.text().isEmpty() ? second.text() : first.text(),
        first.nofollow() && second.nofollow());
  }

  /// A `meta` element.
  ///
  /// @param name the value of `name`
  /// @param content the value of `content`
  public record Meta(String name, String content) {}
}
