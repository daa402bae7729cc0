package dev.sojourn.sandbox.worker;

import dev.sojourn.agent.Directives;
import dev.sojourn.agent.KnownPage;
import dev.sojourn.agent.Link;
import dev.sojourn.agent.Page;
import dev.sojourn.agent.PagePrint;
import dev.sojourn.agent.page.LinkContext;
import dev.sojourn.agent.page.PageMeta;
import dev.sojourn.agent.page.PageUsage;
import dev.sojourn.agent.page.PageView;
import dev.sojourn.sandbox.worker.meter.StackRoom;
import dev.sojourn.sandbox.worker.page.AskedParts;
import dev.sojourn.sandbox.worker.page.PageContent;
import dev.sojourn.sandbox.worker.page.PageDirectives;
import dev.sojourn.sandbox.worker.page.PageStatements;
import dev.sojourn.sandbox.worker.page.ParsedHtml;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A page that came through the pipe. The first call that needs HTML parses it. Every method except
/// plain getters first requires [StackRoom].
final class GuestPage implements Page {
  private final PageContent content;
  private final String productToken;
  private final Questions questions;
  private final String address;
  private @Nullable String digest;
  private @Nullable String mediaType;
  private @Nullable Directives directives;
  private @Nullable List<Link> links;
  private @Nullable PageUsage usage;
  private @Nullable PageUsage siteUsage;
  private boolean asksHtml;
  private boolean asksHeadings;
  private boolean asksText;
  private Set<PageView> shortened = Set.of();

  /// The part of a visit that a page calls.
  interface Questions {
    /// Reports a page that asks not to be indexed, or not to be used for search.
    void noindex(GuestPage page);

    /// Returns the statements of robots.txt about uses of a page.
    PageUsage usage(String url);

    /// Reports views of a page that were read only in part.
    void shortened(GuestPage page, Set<PageView> views);

    /// Throws an exception if the visit must stop.
    void check();
  }

  GuestPage(PageContent content, String productToken, Questions questions) {
    this.questions = questions;
    this.address = content.url().toString();
    this.content = content;
    this.productToken = productToken;
  }

  /// {@return whether the agent asked for the media type and the page has elements}
  boolean isKnownToBeHtml() {
    return mediaType != null && content.isHtml();
  }

  /// {@return the parts of this page that the agent asked for}
  AskedParts asked() {
    return new AskedParts(digest != null, asksHtml, asksHeadings, asksText, links != null);
  }

  @Override
  public String url() {
    return address;
  }

  @Override
  public int status() {
    return content.answer().status();
  }

  @Override
  public Optional<String> header(String name) {
    StackRoom.forAnswer();
    return content.field(name);
  }

  @Override
  public String contentType() {
    var known = mediaType;
    if (known != null) {
      return known;
    }
    StackRoom.forAnswer();
    return mediaType();
  }

  @Override
  public boolean isHtml() {
    if (mediaType == null) {
      StackRoom.forAnswer();
    }
    return hasElements();
  }

  @Override
  public int sizeBytes() {
    return content.answer().body().length;
  }

  @Override
  public String digest() {
    var known = digest;
    if (known == null) {
      StackRoom.forAnswer();
      known = content.digest();
      digest = known;
    }
    return known;
  }

  @Override
  public byte[] bytes() {
    StackRoom.forAnswer();
    return content.answer().body().clone();
  }

  @Override
  public String body() {
    StackRoom.forAnswer();
    return content.text();
  }

  @Override
  public String title() {
    StackRoom.forAnswer();
    return noted(hasElements() ? parsed().title() : "");
  }

  @Override
  public List<String> headings() {
    StackRoom.forAnswer();
    asksHeadings = true;
    return noted(hasElements() ? parsed().headings() : List.of());
  }

  @Override
  public String text() {
    StackRoom.forAnswer();
    asksText = true;
    return noted(hasElements() ? parsed().text() : "");
  }

  @Override
  public Optional<String> language() {
    StackRoom.forAnswer();
    return noted(hasElements() ? parsed().language() : Optional.<String>empty())
        .or(() -> content.field("Content-Language").flatMap(ParsedHtml::languageTag));
  }

  @Override
  public List<Link> links() {
    var known = links;
    if (known == null) {
      StackRoom.forAnswer();
      asksHtml |= hasElements();
      known = noted(content.links(questions::check));
      links = known;
    }
    return known;
  }

  @Override
  public List<String> feeds() {
    StackRoom.forAnswer();
    asksHtml |= hasElements();
    return noted(content.feeds(questions::check));
  }

  @Override
  public int linksTooLong() {
    StackRoom.forAnswer();
    return content.linksTooLong(questions::check);
  }

  @Override
  public int linksWithUser() {
    StackRoom.forAnswer();
    return content.linksWithUser(questions::check);
  }

  @Override
  public List<LinkContext> linkContexts() {
    StackRoom.forAnswer();
    return noted(hasElements() ? parsed().linkContexts() : List.of());
  }

  @Override
  public List<PageMeta> metas() {
    StackRoom.forAnswer();
    return noted(hasElements() ? parsed().metas() : List.of());
  }

  @Override
  public List<String> structuredData() {
    StackRoom.forAnswer();
    return noted(hasElements() ? parsed().structuredData() : List.of());
  }

  @Override
  public PageUsage usage() {
    var known = usage;
    if (known == null) {
      StackRoom.forAnswer();
      var licences = hasElements() ? parsed().licences() : List.<String>of();
      var metas = hasElements() ? parsed().namedMetas() : List.<PageMeta>of();
      var own = PageStatements.of(content::values, metas, noted(licences), content.url());
      known = siteUsage().and(own);
      usage = known;
      if (known.denies("search")) {
        questions.noindex(this);
      }
    }
    return known;
  }

  /// Returns the uses that robots.txt states. A page asks the host only once.
  private PageUsage siteUsage() {
    var known = siteUsage;
    if (known == null) {
      known = questions.usage(address);
      siteUsage = known;
    }
    return known;
  }

  @Override
  public Optional<String> canonical() {
    StackRoom.forAnswer();
    asksHtml |= hasElements();
    return noted(content.canonical(questions::check));
  }

  @Override
  public Directives directives() {
    var known = directives;
    if (known != null && !known.noindex()) {
      return known;
    }
    StackRoom.forAnswer();
    if (known == null) {
      var fields = new ArrayList<>(content.values("Robots-Tag"));
      fields.addAll(content.values("X-Robots-Tag"));
      var metas = hasElements() ? parsed().namedMetas() : List.<PageMeta>of();
      known = PageDirectives.of(fields, noted(metas), productToken);
      directives = known;
    }
    if (known.noindex()) {
      questions.noindex(this);
    }
    return known;
  }

  @Override
  public Set<PageView> shortened() {
    return shortened;
  }

  @Override
  public KnownPage known() {
    StackRoom.forAnswer();
    var print = PagePrint.of(digest(), content::values, siteUsage());
    return new KnownPage(address, Optional.empty(), Optional.of(print), validators());
  }

  private String mediaType() {
    var known = mediaType;
    if (known == null) {
      known = content.mediaType();
      mediaType = known;
    }
    return known;
  }

  private boolean hasElements() {
    var _ = mediaType();
    return content.isHtml();
  }

  /// Returns an answer, and reports views that are incomplete.
  private <T> T noted(T answer) {
    var now = content.shortened();
    if (!now.equals(shortened)) {
      shortened = Set.copyOf(now);
      questions.shortened(this, shortened);
    }
    return answer;
  }

  private ParsedHtml parsed() {
    asksHtml = true;
    return content.html(questions::check);
  }
}
