package dev.sojourn.sandbox.worker.page;

import dev.sojourn.agent.Link;
import dev.sojourn.agent.PageUrl;
import dev.sojourn.agent.page.PageView;
import dev.sojourn.base.Digest;
import dev.sojourn.base.text.DeclaredType;
import dev.sojourn.sandbox.PageReply;
import java.nio.charset.Charset;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The answer for a page, and its parts. Each part is computed at its first use. Only one thread at
/// a time may use it.
public final class PageContent {
  /// The most characters of the links that are collected in advance. Resolved references can have
  /// many more characters than the page.
  private static final long MAX_LINK_CHARS = 1 << 20;

  private static final String XHTML = "application/xhtml+xml";

  private final PageReply.Content answer;
  private @Nullable DeclaredType declared;
  private @Nullable String mediaType;
  private @Nullable String digest;
  private @Nullable ParsedHtml html;
  private @Nullable Charset encoding;
  private @Nullable PageLinks links;
  private boolean hasMoreLinks;

  /// Creates the content of a page.
  ///
  /// @param answer for the page; its URL is the base of references
  public PageContent(PageReply.Content answer) {
    this.answer = answer;
  }

  /// {@return the page's own URL}
  public PageUrl url() {
    return answer.url();
  }

  /// {@return the answer that has this content}
  public PageReply.Content answer() {
    return answer;
  }

  /// {@return the first value of a field}
  ///
  /// @param name in any case
  public Optional<String> field(String name) {
    var values = values(name);
    return values.isEmpty() ? Optional.empty() : Optional.of(values.getFirst());
  }

  /// {@return the values of a field, in order}
  ///
  /// @param name in any case
  public List<String> values(String name) {
    for (var field : answer.headers().entrySet()) {
      if (field.getKey().equalsIgnoreCase(name)) {
        return field.getValue();
      }
    }
    return List.of();
  }

  /// {@return the declared media type; without a declaration, the type by the form of the body}
  public String mediaType() {
    var known = mediaType;
    if (known == null) {
      var essence = declared().essence();
      known = SniffedType.isNeeded(essence) ? SniffedType.of(answer.body()) : essence;
      mediaType = known;
    }
    return known;
  }

  private DeclaredType declared() {
    var known = declared;
    if (known == null) {
      known = DeclaredType.of(values("Content-Type"));
      declared = known;
    }
    return known;
  }

  /// {@return whether the page has elements}
  public boolean isHtml() {
    var type = mediaType();
    return type.equals("text/html") || type.equals(XHTML);
  }

  /// {@return the SHA-256 of the body, in hexadecimal digits}
  public String digest() {
    var known = digest;
    if (known == null) {
      known = Digest.of(answer.body()).hex();
      digest = known;
    }
    return known;
  }

  /// {@return the body as text}
  public String text() {
    return PageEncoding.decode(answer.body(), encoding());
  }

  private Charset encoding() {
    var known = encoding;
    if (known == null) {
      boolean isMarkup = isHtml() || FeedLinks.isLikely(mediaType());
      known = PageEncoding.of(answer.body(), declared().field(), isMarkup);
      encoding = known;
    }
    return known;
  }

  /// {@return the parsed page; only for a page with elements}
  ///
  /// @param check runs often during parsing; its exception ends the parsing
  public ParsedHtml html(Runnable check) {
    var known = html;
    if (known == null) {
      known = ParsedHtml.parse(text(), url(), encoding(), mediaType().equals(XHTML), check);
      html = known;
    }
    return known;
  }

  /// {@return the pages that the page names in fields of its answer and in its elements}
  ///
  /// @param check as in [#html(Runnable)]
  public List<Link> links(Runnable check) {
    return gathered(check).all();
  }

  /// {@return the feeds that the page names}
  ///
  /// @param check as in [#html(Runnable)]
  public List<String> feeds(Runnable check) {
    return gathered(check).feeds();
  }

  /// {@return the number of links of the page with too many characters for a URL}
  ///
  /// @param check as in [#html(Runnable)]
  public int linksTooLong(Runnable check) {
    return gathered(check).tooLong();
  }

  /// {@return the number of links of the page that named a user; their URLs omit the user}
  ///
  /// @param check as in [#html(Runnable)]
  public int linksWithUser(Runnable check) {
    return gathered(check).withUser();
  }

  private PageLinks gathered(Runnable check) {
    var known = links;
    if (known == null) {
      var found = new PageLinks();
      var fields = LinkFields.of(values("Link"));
      found.addFields(url(), field("Refresh"), fields);
      boolean isWhole = fields.isWhole();
      if (isHtml()) {
        html(check).addLinks(found);
      } else if (FeedLinks.isLikely(mediaType())) {
        isWhole &= FeedLinks.add(text(), url(), check, found);
      }
      hasMoreLinks = found.isShortened() || !isWhole;
      known = found;
      links = known;
    }
    return known;
  }

  /// {@return the canonical URL that the page names in its head or in a field of its answer}
  ///
  /// @param check as in [#html(Runnable)]
  public Optional<String> canonical(Runnable check) {
    var named = isHtml() ? html(check).canonical() : Optional.<String>empty();
    return named.or(
        () ->
            LinkFields.of(values("Link")).links().stream()
                .filter(link -> link.relations().contains("canonical"))
                .findFirst()
                .flatMap(link -> url().resolve(link.reference()))
                .map(PageUrl::withoutSession)
                .map(PageUrl::toString));
  }

  /// {@return the requested views that were read only in part}
  public Set<PageView> shortened() {
    var all = EnumSet.noneOf(PageView.class);
    var parsed = html;
    if (parsed != null) {
      all.addAll(parsed.shortened());
    }
    if (hasMoreLinks) {
      all.add(PageView.LINKS);
    }
    return all;
  }

  /// Computes the parts that an agent will probably ask for. If the check throws an exception, the
  /// content is unusable.
  ///
  /// @param wanted the parts that the agent asked for of the previous page
  /// @param check runs often
  public void prepare(AskedParts wanted, Runnable check) {
    if (wanted.digest()) {
      digest();
      check.run();
    }
    if (!wanted.html() || !isHtml()) {
      return;
    }
    var parsed = html(check);
    check.run();
    if (wanted.text()) {
      parsed.text();
      check.run();
    }
    if (wanted.headings()) {
      parsed.headings();
      check.run();
    }
    if (wanted.links() && parsed.mostLinkChars() <= MAX_LINK_CHARS) {
      links(check);
    }
  }
}
