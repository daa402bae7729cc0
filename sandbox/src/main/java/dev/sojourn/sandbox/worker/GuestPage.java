package dev.sojourn.sandbox.worker;

import dev.sojourn.agent.Directives;
import dev.sojourn.agent.KnownPage;
import dev.sojourn.agent.Link;
import dev.sojourn.agent.Page;
import dev.sojourn.agent.PagePrint;
import dev.sojourn.agent.page.LinkContext;
import dev.sojourn.agent.page.PageMeta;
import dev.sojourn.agent.page.PagePart;
import dev.sojourn.agent.page.PageUsage;
import dev.sojourn.agent.tree.PageTree;
import dev.sojourn.page.view.LanguageTag;
import dev.sojourn.page.view.MalformedViewException;
import dev.sojourn.page.view.PageView;
import dev.sojourn.page.view.TreeView;
import dev.sojourn.sandbox.PageDetail;
import dev.sojourn.sandbox.PageReply;
import dev.sojourn.sandbox.worker.meter.StackRoom;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A page that came through the pipe as a [PageView]. Its body and its elements come when the agent
/// asks for them. Every method except plain getters first requires [StackRoom].
final class GuestPage implements Page {
  /// The parts that are complete or not as soon as any element of the page was asked for.
  private static final Set<PagePart> OF_ELEMENTS =
      EnumSet.of(PagePart.MARKUP, PagePart.TITLE, PagePart.METAS, PagePart.STRUCTURED_DATA);

  private static final byte[] UTF_8_MARK = {(byte) 0xef, (byte) 0xbb, (byte) 0xbf};

  private final PageReply.Content content;
  private final PageView view;
  private final String productToken;
  private final Questions questions;
  private final String address;
  private final Set<PagePart> asked = EnumSet.noneOf(PagePart.class);
  private final Set<PagePart> incomplete;
  private @Nullable String mediaType;
  private @Nullable Directives directives;
  private @Nullable List<Link> links;
  private @Nullable PageUsage usage;
  private @Nullable PageUsage siteUsage;
  private byte @Nullable [] octets;
  private @Nullable String body;
  private @Nullable TreeView tree;
  private Set<PagePart> shortened = Set.of();

  /// The part of a visit that a page calls.
  interface Questions {
    /// Reports a page that asks not to be indexed, or not to be used for search.
    void noindex(GuestPage page);

    /// Returns the statements of robots.txt about uses of a page.
    PageUsage usage(String url);

    /// Reports parts of a page that were read only in part.
    void shortened(GuestPage page, Set<PagePart> parts);

    /// Returns a part of the page; only for the newest page.
    byte[] detail(GuestPage page, PageDetail detail);
  }

  GuestPage(PageReply.Content content, String productToken, Questions questions) {
    this.content = content;
    this.view = content.view();
    this.incomplete = EnumSet.noneOf(PagePart.class);
    incomplete.addAll(view.shortened());
    this.questions = questions;
    this.address = content.url().toString();
    this.productToken = productToken;
  }

  @Override
  public String url() {
    return address;
  }

  @Override
  public int status() {
    return content.status();
  }

  @Override
  public Optional<String> header(String name) {
    StackRoom.forAnswer();
    var values = values(name);
    return values.isEmpty() ? Optional.empty() : Optional.of(values.getFirst());
  }

  private List<String> values(String name) {
    for (var field : content.headers().entrySet()) {
      if (field.getKey().equalsIgnoreCase(name)) {
        return field.getValue();
      }
    }
    return List.of();
  }

  @Override
  public String contentType() {
    var known = mediaType;
    if (known == null) {
      StackRoom.forAnswer();
      known = view.mediaType();
      mediaType = known;
    }
    return known;
  }

  @Override
  public boolean isHtml() {
    return view.hasElements();
  }

  @Override
  public int sizeBytes() {
    return content.sizeBytes();
  }

  @Override
  public String digest() {
    return content.digest().hex();
  }

  @Override
  public byte[] bytes() {
    StackRoom.forAnswer();
    return octets().clone();
  }

  private byte[] octets() {
    var known = octets;
    if (known == null) {
      known = content.sizeBytes() == 0 ? new byte[0] : questions.detail(this, PageDetail.BYTES);
      octets = known;
    }
    return known;
  }

  @Override
  public String body() {
    var known = body;
    if (known == null) {
      StackRoom.forAnswer();
      known =
          view.charset().equals(StandardCharsets.UTF_8.name())
              ? utf8(octets())
              : new String(questions.detail(this, PageDetail.TEXT), StandardCharsets.UTF_8);
      body = known;
    }
    return known;
  }

  private static String utf8(byte[] octets) {
    boolean isMarked =
        octets.length >= UTF_8_MARK.length
            && octets[0] == UTF_8_MARK[0]
            && octets[1] == UTF_8_MARK[1]
            && octets[2] == UTF_8_MARK[2];
    int from = isMarked ? UTF_8_MARK.length : 0;
    return new String(octets, from, octets.length - from, StandardCharsets.UTF_8);
  }

  @Override
  public String title() {
    StackRoom.forAnswer();
    return withElements(view.title());
  }

  @Override
  public List<String> headings() {
    StackRoom.forAnswer();
    return withElements(view.headings(), PagePart.HEADINGS);
  }

  @Override
  public String text() {
    StackRoom.forAnswer();
    return withElements(view.text(), PagePart.TEXT);
  }

  @Override
  public Optional<String> language() {
    StackRoom.forAnswer();
    return withElements(view.language())
        .or(() -> header("Content-Language").flatMap(LanguageTag::parse));
  }

  @Override
  public List<Link> links() {
    var known = links;
    if (known == null) {
      StackRoom.forAnswer();
      known = withElements(view.links(), PagePart.LINKS);
      links = known;
    }
    return known;
  }

  @Override
  public List<String> feeds() {
    StackRoom.forAnswer();
    return withElements(view.feeds(), PagePart.LINKS);
  }

  @Override
  public int linksTooLong() {
    return view.linksTooLong();
  }

  @Override
  public int linksWithUser() {
    return view.linksWithUser();
  }

  @Override
  public List<LinkContext> linkContexts() {
    StackRoom.forAnswer();
    return withElements(
        view.hasElements() ? elements().linkContexts() : List.of(), PagePart.LINK_CONTEXTS);
  }

  @Override
  public PageTree tree() {
    StackRoom.forAnswer();
    return withElements(view.hasElements() ? elements().tree() : PageTree.EMPTY, PagePart.TREE);
  }

  private TreeView elements() {
    var known = tree;
    if (known == null) {
      try {
        known = TreeView.of(questions.detail(this, PageDetail.TREE));
      } catch (MalformedViewException e) {
        throw new IllegalStateException(e);
      }
      incomplete.addAll(known.shortened());
      tree = known;
    }
    return known;
  }

  @Override
  public List<PageMeta> metas() {
    StackRoom.forAnswer();
    return withElements(view.metas());
  }

  @Override
  public List<String> structuredData() {
    StackRoom.forAnswer();
    return withElements(view.structuredData());
  }

  @Override
  public PageUsage usage() {
    var known = usage;
    if (known == null) {
      StackRoom.forAnswer();
      var own = PageStatements.of(this::values, view.namedMetas(), view.licences());
      known = siteUsage().and(withElements(own));
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
    return withElements(view.canonical());
  }

  @Override
  public Directives directives() {
    var known = directives;
    if (known != null && !known.noindex()) {
      return known;
    }
    StackRoom.forAnswer();
    if (known == null) {
      var fields = new ArrayList<>(values("Robots-Tag"));
      fields.addAll(values("X-Robots-Tag"));
      known = PageDirectives.of(fields, withElements(view.namedMetas()), productToken);
      directives = known;
    }
    if (known.noindex()) {
      questions.noindex(this);
    }
    return known;
  }

  @Override
  public Set<PagePart> shortened() {
    return shortened;
  }

  @Override
  public KnownPage known() {
    StackRoom.forAnswer();
    var print = PagePrint.of(digest(), this::values, siteUsage());
    return new KnownPage(address, Optional.empty(), Optional.of(print), validators());
  }

  /// Returns an answer, and reports the requested parts that are incomplete.
  private <T> T withElements(T answer, PagePart... parts) {
    asked.addAll(List.of(parts));
    if (view.hasElements()) {
      asked.addAll(OF_ELEMENTS);
    }
    if (!incomplete.isEmpty()) {
      var now = EnumSet.copyOf(incomplete);
      now.retainAll(asked);
      if (!now.equals(shortened)) {
        shortened = Set.copyOf(now);
        questions.shortened(this, shortened);
      }
    }
    return answer;
  }
}
