package dev.sojourn.agent;

import dev.sojourn.agent.page.LinkContext;
import dev.sojourn.agent.page.PageMeta;
import dev.sojourn.agent.page.PageUsage;
import dev.sojourn.agent.page.PageView;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// A page as it was read. HTML is parsed when one of the methods first needs it; for other content,
/// those methods have empty results.
///
/// The costs, where the size of the body is *n*: `url`, `status`, `header`, `contentType`, `isHtml`
/// and `sizeBytes` cost nothing. [#digest] reads the body once. [#body], [#bytes] make *n* bytes
/// anew at each call. The first of the methods that need elements parses the page, which takes
/// several times *n* of memory; those after it walk the elements that are there. All of that counts
/// towards the processor time and the memory of the visit. Only [#usage] asks the host again.
///
/// A page that is sent as XHTML and is well-formed is read as XML. Each view has bounds
/// ([PageView]); [#shortened] names the views that are not whole.
public non-sealed interface Page extends Fetched {

  /// {@return the URL of the page itself, normalised; after redirects, the last one}
  @Override
  String url();

  /// {@return the HTTP status, 200 to 299}
  int status();

  /// {@return the value of a response header, the first if there are several}
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

  /// {@return the body as it was sent, decoded from its Content-Encoding} Each call makes a copy.
  default byte[] bytes() {
    return body().getBytes(StandardCharsets.UTF_8);
  }

  /// {@return the body as text, in the character set that the page declares} Each call decodes it.
  String body();

  /// {@return the text of the first `<title>`, white space folded; empty if there is none} Titles
  /// of drawings do not count.
  String title();

  /// {@return the texts of `h1` to `h6` in document order, without empty ones}
  List<String> headings();

  /// {@return the visible text, white space folded; without that of a `template`}
  String text();

  /// {@return the language that the page declares (`lang`, or `Content-Language`), as a BCP 47 tag}
  Optional<String> language();

  /// {@return the outgoing links, each URL once: first those of the fields `Refresh` and `Link`
  /// (`canonical`, `next`, `prev`, `alternate`), then those of the elements in document order}
  /// Those of a feed (RSS, Atom) are the pages that its entries name, without a text.
  List<Link> links();

  /// {@return the URLs of the feeds that the page names (RSS and Atom, by `<link rel=alternate>` or
  /// the field `Link`), each once; they are not among [#links]}
  default List<String> feeds() {
    return List.of();
  }

  /// {@return how many links are not among [#links] since their URL has more than
  /// [PageUrl#MAX_CHARS] characters}
  default int linksTooLong() {
    return 0;
  }

  /// {@return how many links named a user of their site, which [#links] leaves out}
  default int linksWithUser() {
    return 0;
  }

  /// {@return each place at which the page names another one, in document order, with the element
  /// and the text around it} Costs a walk over the text at each call.
  default List<LinkContext> linkContexts() {
    return links().stream()
        .map(link -> new LinkContext(link.url(), "a", link.text(), "", ""))
        .toList();
  }

  /// {@return the `meta` elements of the head that have a `name` or a `property`, in document
  /// order} The head is that of the tree, together with all elements between `<head>` and `</head>`
  /// of the source. An element that belongs elsewhere ends the tree's head early.
  default List<PageMeta> metas() {
    return List.of();
  }

  /// {@return the texts of the page's `script` elements of type `application/ld+json`, in document
  /// order} They are as the page has them, which may be no JSON.
  default List<String> structuredData() {
    return List.of();
  }

  /// {@return the URL that the page names as its own (`<link rel=canonical>` of the head, else the
  /// field `Link`), absolute and normalised, on any site, without the identifier of a session;
  /// empty if it names none}
  default Optional<String> canonical() {
    return Optional.empty();
  }

  /// {@return the page's requests to robots, from its header fields and `meta` elements}
  Directives directives();

  /// {@return the statements that hold for this page about uses of it: Content-Usage,
  /// Content-Signal, licences; of robots.txt, of fields, and of `meta` elements with those names}
  /// The first call asks the host for those of the site's robots.txt.
  default PageUsage usage() {
    return PageUsage.NONE;
  }

  /// {@return the views of this page that were read in part, as far as they were asked for by now;
  /// usually none} The crawl log names them too.
  default Set<PageView> shortened() {
    return Set.of();
  }

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
