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

/// The answer for a page, and what can be read from it. Each part is worked out when it is asked
/// for first. Used by one thread at a time.
public final class PageContent {
  /// Characters of all links of a page that are gathered ahead. They may have many more than the
  /// page, since each reference is resolved.
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
  /// @param answer for the page; its references are resolved against its URL
  public PageContent(PageReply.Content answer) {
    this.answer = answer;
  }

  /// {@return the page's own URL}
  public PageUrl url() {
    return answer.url();
  }

  /// {@return the answer that it was made of}
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

  /// {@return the media type as it is declared; if none is, as the body looks}
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

  /// {@return the page, parsed; only for one that has elements}
  ///
  /// @param check is run often while it is parsed; an exception of it ends that
  public ParsedHtml html(Runnable check) {
    var known = html;
    if (known == null) {
      known = ParsedHtml.parse(text(), url(), encoding(), mediaType().equals(XHTML), check);
      html = known;
    }
    return known;
  }

  /// {@return the pages that the page names, in fields of its answer and in its elements, if it has
  /// any}
  ///
  /// @param check as for the elements
  public List<Link> links(Runnable check) {
    return gathered(check).all();
  }

  /// {@return the feeds that the page names}
  ///
  /// @param check as for the elements
  public List<String> feeds(Runnable check) {
    return gathered(check).feeds();
  }

  /// {@return how many links of the page have too many characters for a URL}
  ///
  /// @param check as for the elements
  public int linksTooLong(Runnable check) {
    return gathered(check).tooLong();
  }

  /// {@return how many links of the page named a user, which is left out}
  ///
  /// @param check as for the elements
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

  /// {@return the URL that the page names as its own: in its head, or in a field of its answer}
  ///
  /// @param check as for the elements
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

  /// {@return the views that were read in part, as far as they were asked for}
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

  /// Works out what an agent will ask for. The check breaks it off by throwing; the content is of
  /// no use then.
  ///
  /// @param wanted by the agent, as it asked of the page before
  /// @param check is run often
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
