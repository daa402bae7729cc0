package dev.sojourn.visit.content;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.agent.url.UrlReader;
import dev.sojourn.agent.url.UrlReading;
import dev.sojourn.atp.parcel.PageOutcome;
import dev.sojourn.base.text.DeclaredType;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// The answer of a [ContentSource] for a URL.
public sealed interface Content {

  /// A page.
  ///
  /// @param url the URL of the page
  /// @param status the HTTP status, 200 to 299
  /// @param headers the headers, by lower-case name, each with its values in order
  /// @param content the body after removal of any `Content-Encoding`
  /// @param viewed the view of the page, if it was read
  record Found(
      PageUrl url,
      int status,
      Map<String, List<String>> headers,
      PageBody content,
      Optional<ViewedPage> viewed)
      implements Content {

    /// Copies the headers, their names in lower case.
    public Found {
      var lower = new TreeMap<String, List<String>>();
      headers.forEach((name, values) -> lower.put(lowerCase(name), List.copyOf(values)));
      headers = Map.copyOf(lower);
    }

    /// Creates a page that was not read yet.
    ///
    /// @param url the URL of the page
    /// @param status the HTTP status, 200 to 299
    /// @param headers the headers, in any case, each with its values in order
    /// @param content the body
    public Found(PageUrl url, int status, Map<String, List<String>> headers, PageBody content) {
      this(url, status, headers, content, Optional.empty());
    }

    /// Creates a page that was not read yet, with its body.
    ///
    /// @param url the URL of the page
    /// @param status the HTTP status, 200 to 299
    /// @param headers the headers, in any case, each with its values in order
    /// @param body the body; not copied, must not be changed
    public Found(PageUrl url, int status, Map<String, List<String>> headers, byte[] body) {
      this(url, status, headers, PageBody.of(body));
    }

    /// {@return this page with its view}
    ///
    /// @param page the view
    public Found with(ViewedPage page) {
      return new Found(url, status, headers, content, Optional.of(page));
    }

    /// {@return this page under another URL, not read yet}
    ///
    /// @param other the URL, the base of its references
    public Found under(PageUrl other) {
      return new Found(other, status, headers, content);
    }

    /// {@return the octets of the body; must not be changed}
    ///
    /// @throws ChangedPageException if the page now has another body
    /// @throws IOException if it cannot be read now
    public byte[] body() throws IOException {
      return content.read();
    }

    /// {@return the size of the body and of the view, if there is one, in bytes} A small page may
    /// have a view of 32 MiB.
    public long memoryBytes() {
      return content.sizeBytes()
          + viewed.map(page -> (long) page.view().octets().length).orElse(0L);
    }

    /// {@return the first value of a header}
    ///
    /// @param name the name in any case
    public Optional<String> header(String name) {
      return headers.getOrDefault(lowerCase(name), List.of()).stream().findFirst();
    }

    /// {@return the media type without parameters, in lower case; `application/octet-stream` if
    /// none is declared}
    public String mediaType() {
      var essence = DeclaredType.of(headers.getOrDefault("content-type", List.of())).essence();
      return essence.isEmpty() ? "application/octet-stream" : essence;
    }

    private static String lowerCase(String text) {
      return text.toLowerCase(Locale.ROOT);
    }
  }

  /// The page still matches the validators of the request.
  ///
  /// @param headers the headers of the answer, by lower-case name, each with its values in order
  record NotModified(Map<String, List<String>> headers) implements Content {}

  /// No page.
  ///
  /// @param status the HTTP status, such as 404, 413 or 503
  /// @param reason the reason, one sentence
  /// @param outcome the outcome in the crawl log
  record Missing(int status, String reason, PageOutcome outcome) implements Content {

    /// Creates an answer with the outcome that belongs to a status.
    ///
    /// @param status the HTTP status; 0 if there was no answer
    /// @param reason the reason, one sentence
    public Missing(int status, String reason) {
      this(status, reason, PageOutcome.ofMissing(status));
    }
  }

  /// The page is at another URL.
  ///
  /// @param to the absolute URL, possibly of another site
  /// @param hadUser whether user information was removed from the URL
  record Redirect(PageUrl to, boolean hadUser) implements Content {

    /// Creates a redirect without user information.
    ///
    /// @param to the absolute URL, possibly of another site
    public Redirect(PageUrl to) {
      this(to, false);
    }

    /// {@return the redirect in a `Location` field, which is parsed like a link; empty if it names
    /// no page}
    ///
    /// @param asked the requested page
    /// @param location the value of the field
    public static Optional<Content> read(PageUrl asked, String location) {
      var base = new UrlReading.Read(asked.origin(), asked.path(), asked.query(), false);
      var reading = UrlReader.read(location, base, UrlReader.UTF_8);
      boolean hadUser = reading instanceof UrlReading.Read read && read.hadUser();
      return PageUrl.of(reading).map(to -> new Redirect(to, hadUser));
    }
  }
}
