package dev.sojourn.sandbox.worker;

import dev.sojourn.agent.Directives;
import dev.sojourn.agent.Link;
import dev.sojourn.agent.Page;
import dev.sojourn.agent.PageUrl;
import dev.sojourn.sandbox.pipe.ToWorker;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// A page as it came through the pipe. HTML is parsed at the first question that needs it. What
/// does more than give a value that is there asks for [StackRoom] first.
final class GuestPage implements Page {
  private final PageUrl url;
  private final ToWorker.Content content;
  private final String productToken;
  private final Consumer<GuestPage> noindex;
  private @Nullable ParsedHtml parsed;
  private @Nullable String digest;

  /// @param noindex hears of a page that asks not to be indexed
  GuestPage(
      PageUrl url, ToWorker.Content content, String productToken, Consumer<GuestPage> noindex) {
    this.noindex = noindex;
    this.url = url;
    this.content = content;
    this.productToken = productToken;
  }

  @Override
  public String url() {
    return url.toString();
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
    StackRoom.forAnswer();
    return mediaType();
  }

  @Override
  public boolean isHtml() {
    StackRoom.forAnswer();
    return hasElements();
  }

  @Override
  public int sizeBytes() {
    return content.body().length;
  }

  @Override
  public String digest() {
    StackRoom.forAnswer();
    var known = digest;
    if (known == null) {
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
  public String body() {
    StackRoom.forAnswer();
    var charset =
        hasElements() ? parsed().charset() : declaredCharset().orElse(StandardCharsets.UTF_8);
    return new String(content.body(), charset);
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
    StackRoom.forAnswer();
    return hasElements() ? parsed().links() : List.of();
  }

  @Override
  public Directives directives() {
    StackRoom.forAnswer();
    var fields = new ArrayList<>(values("Robots-Tag"));
    fields.addAll(values("X-Robots-Tag"));
    var directives =
        PageDirectives.of(fields, hasElements() ? parsed().metas() : List.of(), productToken);
    if (directives.noindex()) {
      noindex.accept(this);
    }
    return directives;
  }

  private Optional<String> field(String name) {
    return values(name).stream().findFirst();
  }

  private String mediaType() {
    var field = field("Content-Type").orElse("");
    int end = field.indexOf(';');
    return (end < 0 ? field : field.substring(0, end)).strip().toLowerCase(Locale.ROOT);
  }

  private boolean hasElements() {
    var type = mediaType();
    return type.equals("text/html") || type.equals("application/xhtml+xml");
  }

  private ParsedHtml parsed() {
    var html = parsed;
    if (html == null) {
      html = ParsedHtml.parse(content.body(), declaredCharset(), url);
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

  /// The character set of the Content-Type field, if this JVM knows it.
  private Optional<Charset> declaredCharset() {
    var field = field("Content-Type").orElse("");
    int at = field.toLowerCase(Locale.ROOT).indexOf("charset=");
    if (at < 0) {
      return Optional.empty();
    }
    var name = field.substring(at + "charset=".length());
    int end = name.indexOf(';');
    name = (end < 0 ? name : name.substring(0, end)).replace("\"", "").replace("'", "").strip();
    try {
      return Optional.of(Charset.forName(name));
    } catch (IllegalCharsetNameException | UnsupportedCharsetException _) {
      return Optional.empty();
    }
  }
}
