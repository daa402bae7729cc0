package dev.sojourn.agent;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// A page as it was read. HTML is parsed when one of the methods first needs it; on content that is
/// not HTML those methods answer with nothing.
public non-sealed interface Page extends Fetched {

  /// {@return the URL of the page itself, normalised; after redirects, the last one}
  @Override
  String url();

  /// {@return the HTTP status, 200 to 299}
  int status();

  /// {@return the value of a response header; of several, the first}
  ///
  /// @param name in any case, as `Last-Modified`
  Optional<String> header(String name);

  /// {@return the media type without parameters, lower-case, as `text/html`}
  String contentType();

  /// {@return whether the media type is HTML or XHTML}
  boolean isHtml();

  /// {@return the size of the body in bytes, decoded}
  int sizeBytes();

  /// {@return the SHA-256 of the body, in lower-case hexadecimal}
  String digest();

  /// {@return the body as text, in the character set that the page declares}
  String body();

  /// {@return the text of `<title>`, white space folded; empty if there is none}
  String title();

  /// {@return the texts of `h1` to `h6` in document order, without empty ones}
  List<String> headings();

  /// {@return the visible text, white space folded}
  String text();

  /// {@return the language that the page declares (`lang`, or `Content-Language`), as a BCP 47 tag}
  Optional<String> language();

  /// {@return the outgoing links in document order, each URL once}
  List<Link> links();

  /// {@return the URL that the page names as its own (`<link rel=canonical>`), absolute and
  /// normalised, on any site; empty if it names none}
  default Optional<String> canonical() {
    return Optional.empty();
  }

  /// {@return the page's requests to robots, from its header fields and `meta` elements}
  Directives directives();

  /// {@return the fields with which the page can be asked for again, as its source gave them}
  default PageValidators validators() {
    return new PageValidators(header("ETag"), header("Last-Modified"));
  }

  /// {@return when the page changed last, as its source says; empty if it does not, or its date
  /// cannot be read}
  default Optional<Instant> lastModified() {
    return header("Last-Modified").flatMap(RuleDate::parse);
  }

  /// {@return what to remember of the page, to ask for it by [Visit#fetch(String, KnownPage)]
  /// later}
  default KnownPage known() {
    var print = PagePrint.of(digest(), name -> header(name).stream().toList());
    return new KnownPage(url(), Optional.empty(), Optional.of(print), validators());
  }
}
