package dev.sojourn.page.parse;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.agent.page.PagePart;
import dev.sojourn.agent.page.PageUsage;
import dev.sojourn.base.text.DeclaredType;
import dev.sojourn.page.view.PageView;
import dev.sojourn.page.view.ParsedPage;
import dev.sojourn.page.view.TreeView;
import dev.sojourn.page.view.ViewReader;
import java.nio.charset.Charset;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/// Reads one page: its URL, the fields of its answer and its body say all that a view says. For use
/// by one thread.
///
/// The code runs in a confined reader, since strangers wrote what it reads. It bounds each part of
/// a view, and counts all its work with a [WorkMeter]. The caller's check bounds the time of a
/// page.
public final class PageParser {
  private static final String XHTML = "application/xhtml+xml";

  /// The most characters of a media type (RFC 6838, 4.2). A longer type counts as undeclared.
  private static final int MAX_TYPE_CHARS = 255;

  private final PageUrl url;
  private final Map<String, List<String>> fields;
  private final byte[] body;
  private final WorkMeter meter;
  private final String declaredType;
  private final String mediaType;
  private final Charset encoding;

  /// Creates a parser of one page.
  ///
  /// @param source the page; its URL is the base of its references
  /// @param check runs at least once in each millisecond or so, here and in each method; its
  ///   exception ends the call
  public PageParser(ViewReader.Source source, Runnable check) {
    this.url = source.url();
    this.fields = source.fields();
    this.body = source.body();
    this.meter = new WorkMeter(check);
    var declared = DeclaredType.of(values("Content-Type"));
    var essence = declared.essence();
    this.declaredType = essence.length() <= MAX_TYPE_CHARS ? essence : "";
    this.mediaType = SniffedType.isNeeded(declaredType) ? SniffedType.of(body) : declaredType;
    boolean isMarkup = hasElements() || FeedLinks.isLikely(mediaType);
    this.encoding = PageEncoding.of(body, declared.field(), isMarkup, meter);
  }

  private List<String> values(String name) {
    for (var field : fields.entrySet()) {
      if (field.getKey().equalsIgnoreCase(name)) {
        return field.getValue();
      }
    }
    return List.of();
  }

  private boolean hasElements() {
    return mediaType.equals("text/html") || mediaType.equals(XHTML);
  }

  /// {@return the body as text}
  public String text() {
    return PageEncoding.decode(body, encoding, meter);
  }

  /// {@return what the page says}
  public PageView view() {
    long gzipBytes = GzipSize.isCounted(declaredType) ? GzipSize.of(body, meter) : 0;
    var links = new PageLinks(meter);
    var linkFields = LinkFields.of(values("Link"));
    links.addFields(url, values("Refresh").stream().findFirst(), linkFields);
    boolean hasAllLinks = linkFields.isWhole();
    var type = new ParsedPage.Type(mediaType, encoding.name(), hasElements());
    if (hasElements()) {
      return PageView.of(withElements(type, links, linkFields, gzipBytes), meter::checkNow);
    }
    if (FeedLinks.isLikely(mediaType)) {
      hasAllLinks &= FeedLinks.add(text(), url, links, meter);
    }
    var shortened = EnumSet.noneOf(PagePart.class);
    if (links.isShortened() || !hasAllLinks) {
      shortened.add(PagePart.LINKS);
    }
    return PageView.of(
        new ParsedPage(
            type,
            ParsedPage.Texts.NONE,
            links.gathered(),
            new ParsedPage.Statements(
                List.of(), List.of(), canonical(linkFields), licences(linkFields, List.of())),
            gzipBytes,
            shortened,
            ""),
        meter::checkNow);
  }

  private ParsedPage withElements(
      ParsedPage.Type type, PageLinks links, LinkFields linkFields, long gzipBytes) {
    var html = html();
    var headings = html.headings();
    var text = html.text();
    html.addLinks(links);
    Set<PagePart> shortened = EnumSet.noneOf(PagePart.class);
    shortened.addAll(html.shortened());
    if (links.isShortened() || !linkFields.isWhole()) {
      shortened.add(PagePart.LINKS);
    }
    return new ParsedPage(
        type,
        new ParsedPage.Texts(
            html.title(), headings, text, html.language().orElse(""), html.structuredData()),
        links.gathered(),
        new ParsedPage.Statements(
            html.metas(),
            html.namedMetas(),
            html.canonical().orElseGet(() -> canonical(linkFields)),
            licences(linkFields, html.licences())),
        gzipBytes,
        shortened,
        "");
  }

  /// {@return the places of the page's links and its elements}
  public TreeView tree() {
    if (!hasElements()) {
      return TreeView.EMPTY;
    }
    var html = html();
    var contexts = html.linkContexts();
    return html.tree()
        .map(elements -> TreeView.of(contexts, elements, html.shortened()))
        .orElse(TreeView.EMPTY);
  }

  private ParsedHtml html() {
    return ParsedHtml.parse(text(), url, encoding, mediaType.equals(XHTML), meter);
  }

  private String canonical(LinkFields linkFields) {
    return linkFields.links().stream()
        .filter(link -> link.relations().contains("canonical"))
        .findFirst()
        .flatMap(link -> url.resolve(link.reference()))
        .map(PageUrl::withoutSession)
        .map(PageUrl::toString)
        .orElse("");
  }

  /// The licences that the fields name, then those of elements. A licence may be as long as a URL,
  /// so the number of licences is limited.
  private List<String> licences(LinkFields linkFields, List<String> ofElements) {
    var ofFields =
        linkFields.links().stream()
            .filter(link -> link.relations().contains("license"))
            .flatMap(link -> url.resolve(link.reference()).stream())
            .map(PageUrl::toString)
            .distinct()
            .limit(PageUsage.MAX_LICENCES);
    return Stream.concat(ofFields, ofElements.stream()).toList();
  }
}
