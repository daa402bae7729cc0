package dev.sojourn.sandbox.worker;

import dev.sojourn.agent.Link;
import dev.sojourn.agent.PageUrl;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jspecify.annotations.Nullable;

/// What an agent may ask about an HTML page. Links and text are gathered when asked for.
final class ParsedHtml {
  private static final int MAX_LANGUAGE_CHARS = 64;
  private static final List<String> HEADINGS = List.of("h1", "h2", "h3", "h4", "h5", "h6");
  private static final List<String> LINKS = List.of("a", "area");

  private final Document document;
  private final PageUrl url;
  private @Nullable List<Link> links;
  private @Nullable String text;

  private ParsedHtml(Document document, PageUrl url) {
    this.document = document;
    this.url = url;
  }

  /// Parses a page; without a character set from outside, its own mark or `meta` decides.
  static ParsedHtml parse(byte[] body, Optional<Charset> charset, PageUrl url) {
    try {
      var name = charset.map(Charset::name).orElse(null);
      return new ParsedHtml(Jsoup.parse(new ByteArrayInputStream(body), name, ""), url);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Charset charset() {
    return Optional.ofNullable(document.charset()).orElse(StandardCharsets.UTF_8);
  }

  String title() {
    return document.title();
  }

  List<String> headings() {
    var headings = new ArrayList<String>();
    for (var element : document.select(String.join(",", HEADINGS))) {
      var heading = isWithin(element, HEADINGS) ? "" : element.text();
      if (!heading.isEmpty()) {
        headings.add(heading);
      }
    }
    return List.copyOf(headings);
  }

  String text() {
    var gathered = text;
    if (gathered == null) {
      gathered = document.body().text();
      text = gathered;
    }
    return gathered;
  }

  Optional<String> language() {
    var html = document.selectFirst("html");
    if (html == null) {
      return Optional.empty();
    }
    return languageTag(html.attr("lang")).or(() -> languageTag(html.attr("xml:lang")));
  }

  /// The value as a language tag (BCP 47), if it looks like one.
  static Optional<String> languageTag(String value) {
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

  /// Name and content of each `meta` element in the head; elsewhere they mean nothing.
  List<Meta> metas() {
    var metas = new ArrayList<Meta>();
    for (var element : document.head().select("meta[name]")) {
      metas.add(new Meta(element.attr("name").strip(), element.attr("content")));
    }
    return metas;
  }

  List<Link> links() {
    var gathered = links;
    if (gathered == null) {
      gathered = gatherLinks();
      links = gathered;
    }
    return gathered;
  }

  private List<Link> gatherLinks() {
    var resolver = new LinkResolver(base());
    var found = new LinkedHashMap<String, Link>();
    for (var element : document.select("a[href], area[href]")) {
      resolver
          .resolve(element.attr("href"))
          .map(PageUrl::toString)
          .ifPresent(target -> found.merge(target, link(target, element), ParsedHtml::both));
    }
    return List.copyOf(found.values());
  }

  private PageUrl base() {
    var element = document.selectFirst("base[href]");
    return element == null ? url : new LinkResolver(url).resolve(element.attr("href")).orElse(url);
  }

  private static Link link(String target, Element element) {
    boolean nofollow = false;
    for (var word : element.attr("rel").toLowerCase(Locale.ROOT).split("\\s+", -1)) {
      nofollow |= word.equals("nofollow");
    }
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
  record Meta(String name, String content) {}
}
