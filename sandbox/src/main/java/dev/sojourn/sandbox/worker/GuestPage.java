package dev.sojourn.sandbox.worker;

import dev.sojourn.agent.Directives;
import dev.sojourn.agent.KnownPage;
import dev.sojourn.agent.Link;
import dev.sojourn.agent.Page;
import dev.sojourn.agent.PagePrint;
import dev.sojourn.agent.PageUrl;
import dev.sojourn.agent.page.LinkContext;
import dev.sojourn.agent.page.PageMeta;
import dev.sojourn.agent.page.PageUsage;
import dev.sojourn.sandbox.pipe.ToWorker;
import dev.sojourn.sandbox.worker.meter.StackRoom;
import dev.sojourn.sandbox.worker.page.PageDirectives;
import dev.sojourn.sandbox.worker.page.PageEncoding;
import dev.sojourn.sandbox.worker.page.PageStatements;
import dev.sojourn.sandbox.worker.page.ParsedHtml;
import dev.sojourn.sandbox.worker.page.SniffedType;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A page as it came through the pipe. HTML is parsed at the first question that needs it. Every
/// method except plain getters asks for [StackRoom] first.
final class GuestPage implements Page {
  private final PageUrl url;
  private final ToWorker.Content content;
  private final String productToken;
  private final Questions questions;
  private final String address;
  private @Nullable ParsedHtml parsed;
  private @Nullable String digest;
  private @Nullable String mediaType;
  private @Nullable Directives directives;
  private @Nullable List<Link> links;
  private @Nullable PageUsage usage;

  /// The part of a visit that a page speaks to.
  interface Questions {
    /// Hears of a page that asks not to be indexed.
    void noindex(GuestPage page);

    /// Answers what robots.txt states about uses of a page.
    PageUsage usage(String url);
  }

  GuestPage(PageUrl url, ToWorker.Content content, String productToken, Questions questions) {
    this.questions = questions;
    this.url = url;
    this.address = url.toString();
    this.content = content;
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
    return field(name);
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
    return content.body().length;
  }

  @Override
  public String digest() {
    var known = digest;
    if (known == null) {
      StackRoom.forAnswer();
      known = sha256(content.body());
      digest = known;
    }
    return known;
  }

  private static String sha256(byte[] body) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(body));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public byte[] bytes() {
    StackRoom.forAnswer();
    return content.body().clone();
  }

  @Override
  public String body() {
    StackRoom.forAnswer();
    return decoded();
  }

  @Override
  public String title() {
    StackRoom.forAnswer();
    return hasElements() ? parsed().title() : "";
  }

  @Override
  public List<String> headings() {
    StackRoom.forAnswer();
    return hasElements() ? parsed().headings() : List.of();
  }

  @Override
  public String text() {
    StackRoom.forAnswer();
    return hasElements() ? parsed().text() : "";
  }

  @Override
  public Optional<String> language() {
    StackRoom.forAnswer();
    return (hasElements() ? parsed().language() : Optional.<String>empty())
        .or(() -> field("Content-Language").flatMap(ParsedHtml::languageTag));
  }

  @Override
  public List<Link> links() {
    var known = links;
    if (known == null) {
      StackRoom.forAnswer();
      known = hasElements() ? parsed().links() : List.<Link>of();
      links = known;
    }
    return known;
  }

  @Override
  public List<LinkContext> linkContexts() {
    StackRoom.forAnswer();
    return hasElements() ? parsed().linkContexts() : List.of();
  }

  @Override
  public List<PageMeta> metas() {
    StackRoom.forAnswer();
    return hasElements() ? parsed().metas() : List.of();
  }

  @Override
  public List<String> structuredData() {
    StackRoom.forAnswer();
    return hasElements() ? parsed().structuredData() : List.of();
  }

  @Override
  public PageUsage usage() {
    var known = usage;
    if (known == null) {
      StackRoom.forAnswer();
      var licences = hasElements() ? parsed().licences() : List.<String>of();
      var own = PageStatements.of(values("Content-Usage"), values("Link"), licences, url);
      known = questions.usage(address).and(own);
      usage = known;
    }
    return known;
  }

  @Override
  public Optional<String> canonical() {
    StackRoom.forAnswer();
    return hasElements() ? parsed().canonical() : Optional.empty();
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
      var metas = hasElements() ? parsed().namedMetas() : List.<PageMeta>of();
      known = PageDirectives.of(fields, metas, productToken);
      directives = known;
    }
    if (known.noindex()) {
      questions.noindex(this);
    }
    return known;
  }

  @Override
  public KnownPage known() {
    var print = PagePrint.of(digest(), this::values);
    return new KnownPage(address, Optional.empty(), Optional.of(print), validators());
  }

  private Optional<String> field(String name) {
    var values = values(name);
    return values.isEmpty() ? Optional.empty() : Optional.of(values.getFirst());
  }

  /// As it is declared; where nothing is, as the body looks.
  private String mediaType() {
    var known = mediaType;
    if (known == null) {
      var field = field("Content-Type").orElse("");
      int end = field.indexOf(';');
      known = (end < 0 ? field : field.substring(0, end)).strip().toLowerCase(Locale.ROOT);
      known = SniffedType.isNeeded(known) ? SniffedType.of(content.body()) : known;
      mediaType = known;
    }
    return known;
  }

  private boolean hasElements() {
    var type = mediaType();
    return type.equals("text/html") || type.equals("application/xhtml+xml");
  }

  private ParsedHtml parsed() {
    var html = parsed;
    if (html == null) {
      html = ParsedHtml.parse(decoded(), url);
      parsed = html;
    }
    return html;
  }

  private List<String> values(String name) {
    for (var field : content.headers().entrySet()) {
      if (field.getKey().equalsIgnoreCase(name)) {
        return field.getValue();
      }
    }
    return List.of();
  }

  private String decoded() {
    var body = content.body();
    var declared = field("Content-Type").orElse("");
    return PageEncoding.decode(body, PageEncoding.of(body, declared, hasElements()));
  }
}
