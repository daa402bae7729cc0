package dev.sojourn.agent;

import dev.sojourn.agent.page.LinkContext;
import dev.sojourn.agent.page.PageMeta;
import dev.sojourn.agent.page.PagePart;
import dev.sojourn.agent.page.PageUsage;
import dev.sojourn.agent.tree.PageTree;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// A page as it was read. The host has parsed HTML before the agent gets the page; for other
/// content, the methods about elements return empty results.
///
/// Texts, links and statements come with the page, and each call costs as much as its result. The
/// first call of [#body], [#bytes], [#tree], [#linkContexts] and [#usage] sends the host a further
/// request. The first four of them are possible until the visit fetches the next page, and then
/// throw an [IllegalStateException] unless they were called before. They throw a
/// [PageChangedException] if the page has changed or gone since its fetch.
///
/// A well-formed page that is sent as XHTML is read as XML. Each view has bounds ([PagePart]);
/// [#shortened] names the views that were cut.
public non-sealed interface Page extends Fetched {

  /// {@return the normalised URL of the page itself; after redirects, the last URL}
  @Override
  String url();

  /// {@return the HTTP status, 200 to 299}
  int status();

  /// {@return the value of a response header, the first if there are several}
  ///
  /// @param name in any case, such as `Last-Modified`
  Optional<String> header(String name);

  /// {@return the media type in lower case without parameters, such as `text/html`}
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

  /// {@return the body as text, in the character set that the page declares}
  String body();

  /// {@return the text of the first `<title>`, white space folded; empty text if there is no title}
  /// The titles of SVG drawings do not count.
  String title();

  /// {@return the non-empty texts of `h1` to `h6` in document order}
  List<String> headings();

  /// {@return the visible text, white space folded, without the text of `template` elements}
  String text();

  /// {@return the language that the page declares (`lang`, or `Content-Language`), as a BCP 47 tag}
  Optional<String> language();

  /// {@return the outgoing links, each URL once} Links of the fields `Refresh` and `Link`
  /// (`canonical`, `next`, `prev`, `alternate`) come first, then links of elements in document
  /// order. The links of a feed (RSS, Atom) are the pages that its entries name, without a text.
  List<Link> links();

  /// {@return the URLs of the feeds (RSS and Atom) that the page names by `<link rel=alternate>` or
  /// the field `Link`, each once} Feeds are not in [#links].
  default List<String> feeds() {
    return List.of();
  }

  /// {@return how many links are missing in [#links] because their URL has more than
  /// [PageUrl#MAX_CHARS] characters}
  default int linksTooLong() {
    return 0;
  }

  /// {@return how many links had user information, which [#links] removes}
  default int linksWithUser() {
    return 0;
  }

  /// {@return each place where the page links to another page, in document order, with the element
  /// and the text around it}
  default List<LinkContext> linkContexts() {
    return links().stream()
        .map(link -> new LinkContext(link.url(), "a", link.text(), "", ""))
        .toList();
  }

  /// {@return the `meta` elements of the head that have a `name` or a `property`, in document
  /// order} The head includes all elements between `<head>` and `</head>` of the source. A
  /// misplaced element ends only the head of the parsed tree early.
  default List<PageMeta> metas() {
    return List.of();
  }

  /// {@return the texts of the page's `script` elements of type `application/ld+json`, in document
  /// order} They are unchecked, and may be invalid JSON.
  default List<String> structuredData() {
    return List.of();
  }

  /// {@return the URL that the page declares as its own: `<link rel=canonical>` of the head, else
  /// the field `Link`; absolute and normalised, on any site, without a session identifier; empty if
  /// it declares none}
  default Optional<String> canonical() {
    return Optional.empty();
  }

  /// {@return the elements of the page; an empty tree for pages without elements} The text of its
  /// `body` equals [#text] unless one of them is shortened. It may be requested until the visit
  /// fetches the next page, and may be kept longer, but not in the state. The first call reads the
  /// elements, with about three times the memory of the body; later calls return the same tree.
  default PageTree tree() {
    return PageTree.EMPTY;
  }

  /// {@return the page's directives for robots, from its header fields and `meta` elements}
  Directives directives();

  /// {@return the statements about uses of this page (Content-Usage, Content-Signal, licences) from
  /// robots.txt, header fields, and `meta` elements with these names} The first call asks the host
  /// for the statements of robots.txt.
  default PageUsage usage() {
    return PageUsage.NONE;
  }

  /// {@return the views of this page that were requested so far and read only in part; usually
  /// none} The crawl log names them, too.
  default Set<PagePart> shortened() {
    return Set.of();
  }

  /// {@return the validators for a conditional request of the page, as its source sent them}
  default PageValidators validators() {
    return new PageValidators(header("ETag"), header("Last-Modified"));
  }

  /// {@return when the page last changed, according to its source; empty without a readable date}
  default Optional<Instant> lastModified() {
    return header("Last-Modified").flatMap(RuleDate::parse);
  }

  /// {@return the record of the page that [Visit#fetch(String, KnownPage)] needs later}
  default KnownPage known() {
    var print = PagePrint.of(digest(), name -> header(name).stream().toList());
    return new KnownPage(url(), Optional.empty(), Optional.of(print), validators());
  }
}
