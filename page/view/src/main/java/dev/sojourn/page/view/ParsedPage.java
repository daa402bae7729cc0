package dev.sojourn.page.view;

import dev.sojourn.agent.Link;
import dev.sojourn.agent.page.PageMeta;
import dev.sojourn.agent.page.PagePart;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/// Everything that a page says, as its reader writes it. [PageView] is the other side.
///
/// @param type the media type, charset and kind
/// @param texts the texts of the page
/// @param links the links of fields and elements
/// @param statements what the page states about itself
/// @param gzipBytes the size of the body with gzip at level 1; 0 if unknown
/// @param shortened the parts that were read only in part
/// @param unparsed why the elements of the page were not read, one clause; empty if they were
public record ParsedPage(
    Type type,
    Texts texts,
    Links links,
    Statements statements,
    long gzipBytes,
    Set<PagePart> shortened,
    String unparsed) {

  /// Copies the set.
  public ParsedPage {
    var sorted = EnumSet.noneOf(PagePart.class);
    sorted.addAll(shortened);
    shortened = Collections.unmodifiableSet(sorted);
  }

  /// The kind of a page.
  ///
  /// @param mediaType in lower case, without parameters; empty if unknown
  /// @param charset the name of the encoding of its text
  /// @param hasElements whether it is HTML or XHTML
  public record Type(String mediaType, String charset, boolean hasElements) {}

  /// The texts of a page; all empty without elements.
  ///
  /// @param title the first title
  /// @param headings the headings in document order
  /// @param text the visible text
  /// @param language the declared language tag; may be empty
  /// @param structuredData the scripts of structured data in document order
  public record Texts(
      String title,
      List<String> headings,
      String text,
      String language,
      List<String> structuredData) {
    /// No texts.
    public static final Texts NONE = new Texts("", List.of(), "", "", List.of());
  }

  /// The links of a page.
  ///
  /// @param all the links, each URL once
  /// @param feeds the URLs of feeds, each once
  /// @param tooLong the number of links with too many characters for a URL
  /// @param withUser the number of links that named a user
  public record Links(List<Link> all, List<String> feeds, int tooLong, int withUser) {
    /// No links.
    public static final Links NONE = new Links(List.of(), List.of(), 0, 0);
  }

  /// The statements of a page about itself.
  ///
  /// @param metas the `meta` elements of the head with a name or a property
  /// @param namedMetas those with a name
  /// @param canonical the canonical URL; may be empty
  /// @param licences the absolute URLs of licences that its fields and elements name
  public record Statements(
      List<PageMeta> metas, List<PageMeta> namedMetas, String canonical, List<String> licences) {
    /// No statements.
    public static final Statements NONE = new Statements(List.of(), List.of(), "", List.of());
  }

  /// {@return a page whose elements were not read}
  ///
  /// @param type the kind of the page
  /// @param gzipBytes the size of its body with gzip; 0 if unknown
  /// @param reason why, one clause
  public static ParsedPage unparsed(Type type, long gzipBytes, String reason) {
    return new ParsedPage(
        type, Texts.NONE, Links.NONE, Statements.NONE, gzipBytes, Set.of(PagePart.MARKUP), reason);
  }
}
