package dev.sojourn.sandbox.worker.page;

import dev.sojourn.agent.Link;
import dev.sojourn.agent.PageUrl;
import dev.sojourn.sandbox.pipe.ToWorker;
import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The answer for a page, and what can be read from it. Each part is worked out when it is asked
/// for first. Used by one thread at a time.
public final class PageContent {
  /// Characters of all links of a page that are gathered ahead. They may have many more than the
  /// page, since each reference is resolved.
  private static final long MAX_LINK_CHARS = 1 << 20;

  private final PageUrl url;
  private final ToWorker.Content answer;
  private @Nullable String mediaType;
  private @Nullable String digest;
  private @Nullable ParsedHtml html;
  private @Nullable Charset encoding;
  private ParsedHtml.@Nullable Links links;

  /// Creates the content of a page.
  ///
  /// @param url the page's own, against which its references are resolved
  /// @param answer for the page
  public PageContent(PageUrl url, ToWorker.Content answer) {
    this.url = url;
    this.answer = answer;
  }

  /// {@return the page's own URL}
  public PageUrl url() {
    return url;
  }

  /// {@return the answer that it was made of}
  public ToWorker.Content answer() {
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

  /// {@return the media type as it is declared; where none is, as the body looks}
  public String mediaType() {
    var known = mediaType;
    if (known == null) {
      var field = field("Content-Type").orElse("");
      int end = field.indexOf(';');
      known = (end < 0 ? field : field.substring(0, end)).strip().toLowerCase(Locale.ROOT);
      known = SniffedType.isNeeded(known) ? SniffedType.of(answer.body()) : known;
      mediaType = known;
    }
    return known;
  }

  /// {@return whether the page has elements}
  public boolean isHtml() {
    var type = mediaType();
    return type.equals("text/html") || type.equals("application/xhtml+xml");
  }

  /// {@return the SHA-256 of the body, in hexadecimal digits}
  public String digest() {
    var known = digest;
    if (known == null) {
      known = sha256(answer.body());
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

  /// {@return the body as text}
  public String text() {
    return PageEncoding.decode(answer.body(), encoding());
  }

  private Charset encoding() {
    var known = encoding;
    if (known == null) {
      known = PageEncoding.of(answer.body(), field("Content-Type").orElse(""), isHtml());
      encoding = known;
    }
    return known;
  }

  /// {@return the page, parsed; only of one that has elements}
  public ParsedHtml html() {
    var known = html;
    if (known == null) {
      known = ParsedHtml.parse(text(), url, encoding());
      html = known;
    }
    return known;
  }

  /// {@return the pages that the page names; only of one that has elements}
  public List<Link> links() {
    return gathered().links();
  }

  /// {@return how many other links have too many characters; only of one that has elements}
  public int linksTooLong() {
    return gathered().tooLong();
  }

  /// {@return how many links named a user; only of one that has elements}
  public int linksWithUser() {
    return gathered().withUser();
  }

  private ParsedHtml.Links gathered() {
    var known = links;
    if (known == null) {
      known = html().gathered();
      links = known;
    }
    return known;
  }

  /// Works out what an agent will ask for. To be broken off, the check throws; what is here by then
  /// is of no use.
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
    var parsed = ParsedHtml.parse(new CheckedReader(text(), check), url, encoding());
    check.run();
    html = parsed;
    if (wanted.text()) {
      parsed.text();
      check.run();
    }
    if (wanted.headings()) {
      parsed.headings();
      check.run();
    }
    if (wanted.links() && parsed.mostLinkChars() <= MAX_LINK_CHARS) {
      gathered();
    }
  }

  /// A text that the parser reads in pieces of a few KiB, with a check before each.
  private static final class CheckedReader extends Reader {
    private final StringReader text;
    private final Runnable check;

    CheckedReader(String text, Runnable check) {
      this.text = new StringReader(text);
      this.check = check;
    }

    @Override
    public int read(char[] into, int from, int length) {
      check.run();
      try {
        return text.read(into, from, length);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public void close() {
      text.close();
    }
  }
}
