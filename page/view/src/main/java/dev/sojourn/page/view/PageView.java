package dev.sojourn.page.view;

import dev.sojourn.agent.Link;
import dev.sojourn.agent.page.PageMeta;
import dev.sojourn.agent.page.PagePart;
import dev.sojourn.agent.page.PageUsage;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// One flat record of what a page says: title, text, links and statements.
///
/// Its maker is a process that reads what strangers wrote, and may be in their hands. Therefore
/// [#of] checks every length and count before use, in linear time and without recursion. What the
/// record says remains a claim about the page. Texts become strings only when they are asked for.
/// Immutable; any thread may use it.
///
/// ```
///  0    1       2       4        12        16          20
///  +----+-------+-------+--------+---------+-----------+------------------- - -
///  | 2  | flags | parts | gzip   | links   | links     | fourteen sections
///  |    |       |       | bytes  | too long| with user |
///  +----+-------+-------+--------+---------+-----------+------------------- - -
///
///  a section is a text                    or a list of items
///  +--------+----------- - -              +--------+-------+------ - -
///  | length | UTF-8                       | length | count | items
///  +--------+----------- - -              +--------+-------+------ - -
///           '-- length --'                         '---- length ----'
///
///  flags: bit 0, the page has elements    parts: bit n, the part with ordinal n is shortened
///  items: a text; of links an octet (1: nofollow) and two texts; of metas two texts
/// ```
///
/// The sections in their order: media type, charset, reason for an unparsed page, title, text,
/// language, canonical URL; headings, structured data, feeds, licences, links, metas, named metas.
// Both ends of the pipe come from the same build.
@SuppressWarnings("EnumOrdinal")
public final class PageView {
  /// The format. Another version is another format.
  static final int VERSION = 2;

  static final int HAS_ELEMENTS = 1;

  /// The most octets of a view. Not all parts of a page can reach their limits at once.
  public static final int MAX_BYTES = 32 << 20;

  private static final int HEAD_BYTES = 20;
  private static final int LENGTH_BYTES = 4;
  private static final int MAX_LANGUAGE_BYTES = 64;

  /// The most octets that a `char` takes in UTF-8.
  private static final int CHAR_BYTES = 3;

  private static final int MAX_NAME_BYTES = 1_000;
  private static final int MAX_URL_BYTES = 64 << 10;

  private final byte[] octets;
  private final int[] starts = new int[Section.COUNT];

  /// The sections, in their order.
  private enum Section {
    MEDIA_TYPE(MAX_NAME_BYTES),
    CHARSET(MAX_NAME_BYTES),
    UNPARSED(MAX_NAME_BYTES),
    TITLE(CHAR_BYTES * ViewLimits.TITLE_CHARS),
    TEXT(CHAR_BYTES * ViewLimits.TEXT_CHARS),
    LANGUAGE(MAX_LANGUAGE_BYTES),
    CANONICAL(MAX_URL_BYTES),
    HEADINGS(ViewLimits.HEADINGS, 0, 1),
    STRUCTURED_DATA(ViewLimits.SCRIPTS, 0, 1),
    FEEDS(ViewLimits.LINKS, 0, 1),
    LICENCES(2 * PageUsage.MAX_LICENCES, 0, 1),
    LINKS(ViewLimits.LINKS, 1, 2),
    METAS(ViewLimits.METAS, 0, 2),
    NAMED_METAS(ViewLimits.METAS, 0, 2);

    static final int COUNT = values().length;

    /// The most bytes of a text, or items of a list.
    private final int most;

    private final int itemBytes;
    private final int itemTexts;

    Section(int most) {
      this(most, 0, 0);
    }

    Section(int most, int itemBytes, int itemTexts) {
      this.most = most;
      this.itemBytes = itemBytes;
      this.itemTexts = itemTexts;
    }
  }

  private PageView(byte[] octets) throws MalformedViewException {
    this.octets = octets;
    if (octets.length < HEAD_BYTES || octets[0] != VERSION) {
      throw new MalformedViewException("a view of another format");
    }
    if (gzipBytes() < 0 || linksTooLong() < 0 || linksWithUser() < 0 || parts() < 0) {
      throw new MalformedViewException("a view with a negative count");
    }
    int at = HEAD_BYTES;
    for (var section : SECTIONS) {
      int end = end(at, octets.length);
      starts[section.ordinal()] = at;
      if (section.itemTexts > 0) {
        checkItems(section, at + LENGTH_BYTES, end);
      } else if (end - at - LENGTH_BYTES > section.most) {
        throw new MalformedViewException(
            section
                + " of "
                + (end - at - LENGTH_BYTES)
                + " bytes (expected: at most "
                + section.most
                + ")");
      }
      at = end;
    }
    if (at != octets.length) {
      throw new MalformedViewException("a view with octets after its end");
    }
  }

  private static final List<Section> SECTIONS = List.of(Section.values());
  private static final List<PagePart> PARTS = List.of(PagePart.values());

  /// {@return a checked view}
  ///
  /// @param octets the encoded view; not copied, must not be changed
  /// @throws MalformedViewException if they are not a view
  public static PageView of(byte[] octets) throws MalformedViewException {
    if (octets.length > MAX_BYTES) {
      throw new MalformedViewException(
          "a view of " + octets.length + " bytes (expected: at most " + MAX_BYTES + ")");
    }
    return new PageView(octets);
  }

  /// {@return the view of a page; with long texts it may exceed [#MAX_BYTES]}
  ///
  /// @param page what the page says, within [ViewLimits]
  /// @throws IllegalArgumentException if a part of the page exceeds its limit
  public static PageView of(ParsedPage page) {
    return of(page, () -> {});
  }

  /// {@return the view of a page; with long texts it may exceed [#MAX_BYTES]}
  ///
  /// @param page what the page says, within [ViewLimits]
  /// @param check runs at least once for each 32,768 characters of the page; its exception ends the
  ///   call
  /// @throws IllegalArgumentException if a part of the page exceeds its limit
  public static PageView of(ParsedPage page, Runnable check) {
    try {
      return new PageView(ViewWriter.write(page, check));
    } catch (MalformedViewException e) {
      throw new IllegalArgumentException(e);
    }
  }

  /// {@return the encoded view; must not be changed}
  public byte[] octets() {
    return octets;
  }

  private void checkItems(Section section, int from, int end) throws MalformedViewException {
    if (end - from < LENGTH_BYTES) {
      throw new MalformedViewException(section + " without a count");
    }
    int count = int32(from);
    if (count < 0 || count > section.most) {
      throw new MalformedViewException(
          section + " of " + count + " items (expected: at most " + section.most + ")");
    }
    int at = from + LENGTH_BYTES;
    for (int i = 0; i < count; i++) {
      at += section.itemBytes;
      for (int text = 0; text < section.itemTexts; text++) {
        at = end(at, end);
      }
    }
    if (at != end) {
      throw new MalformedViewException(section + " whose items end at another place");
    }
  }

  /// {@return the end of what begins with its length}
  private int end(int at, int most) throws MalformedViewException {
    if (at > most - LENGTH_BYTES) {
      throw new MalformedViewException("a view that ends too early");
    }
    int length = int32(at);
    if (length < 0 || length > most - at - LENGTH_BYTES) {
      throw new MalformedViewException(
          "a length of " + length + " (expected: at most " + (most - at - LENGTH_BYTES) + ")");
    }
    return at + LENGTH_BYTES + length;
  }

  private int int32(int at) {
    return ((octets[at] & 0xff) << 24)
        | ((octets[at + 1] & 0xff) << 16)
        | ((octets[at + 2] & 0xff) << 8)
        | (octets[at + 3] & 0xff);
  }

  private int parts() {
    int parts = ((octets[2] & 0xff) << 8) | (octets[3] & 0xff);
    return parts >> PARTS.size() == 0 ? parts : -1;
  }

  /// Text at a checked place.
  private String textAt(int at) {
    return new String(octets, at + LENGTH_BYTES, int32(at), StandardCharsets.UTF_8);
  }

  private int after(int at) {
    return at + LENGTH_BYTES + int32(at);
  }

  private String text(Section section) {
    return textAt(starts[section.ordinal()]);
  }

  private int count(Section section) {
    return int32(starts[section.ordinal()] + LENGTH_BYTES);
  }

  private int firstItem(Section section) {
    return starts[section.ordinal()] + 2 * LENGTH_BYTES;
  }

  private List<String> texts(Section section) {
    int count = count(section);
    var texts = new ArrayList<String>(count);
    int at = firstItem(section);
    for (int i = 0; i < count; i++) {
      texts.add(textAt(at));
      at = after(at);
    }
    return Collections.unmodifiableList(texts);
  }

  private List<PageMeta> metas(Section section) {
    int count = count(section);
    var metas = new ArrayList<PageMeta>(count);
    int at = firstItem(section);
    for (int i = 0; i < count; i++) {
      int content = after(at);
      metas.add(new PageMeta(textAt(at), textAt(content)));
      at = after(content);
    }
    return Collections.unmodifiableList(metas);
  }

  /// {@return the media type, in lower case without parameters; may be empty}
  public String mediaType() {
    return text(Section.MEDIA_TYPE);
  }

  /// {@return the name of the encoding of the body's text}
  public String charset() {
    return text(Section.CHARSET);
  }

  /// {@return whether the page is HTML or XHTML}
  public boolean hasElements() {
    return (octets[1] & HAS_ELEMENTS) != 0;
  }

  /// {@return why the elements of the page were not read, one clause; empty if they were}
  public Optional<String> unparsed() {
    return Optional.of(text(Section.UNPARSED)).filter(reason -> !reason.isEmpty());
  }

  /// {@return the title; may be empty}
  public String title() {
    return text(Section.TITLE);
  }

  /// {@return the visible text}
  public String text() {
    return text(Section.TEXT);
  }

  /// {@return the language tag that the page declares}
  public Optional<String> language() {
    return Optional.of(text(Section.LANGUAGE)).filter(tag -> !tag.isEmpty());
  }

  /// {@return the canonical URL that the page declares}
  public Optional<String> canonical() {
    return Optional.of(text(Section.CANONICAL)).filter(url -> !url.isEmpty());
  }

  /// {@return the headings in document order}
  public List<String> headings() {
    return texts(Section.HEADINGS);
  }

  /// {@return the scripts of structured data in document order}
  public List<String> structuredData() {
    return texts(Section.STRUCTURED_DATA);
  }

  /// {@return the feeds that the page names}
  public List<String> feeds() {
    return texts(Section.FEEDS);
  }

  /// {@return the URLs of licences that the page's fields and elements name}
  public List<String> licences() {
    return texts(Section.LICENCES);
  }

  /// {@return the links of the page}
  public List<Link> links() {
    int count = count(Section.LINKS);
    var links = new ArrayList<Link>(count);
    int at = firstItem(Section.LINKS);
    for (int i = 0; i < count; i++) {
      int text = after(at + 1);
      links.add(new Link(textAt(at + 1), textAt(text), octets[at] != 0));
      at = after(text);
    }
    return Collections.unmodifiableList(links);
  }

  /// {@return the number of links with too many characters for a URL}
  public int linksTooLong() {
    return int32(12);
  }

  /// {@return the number of links that named a user}
  public int linksWithUser() {
    return int32(16);
  }

  /// {@return the `meta` elements of the head with a name or a property}
  public List<PageMeta> metas() {
    return metas(Section.METAS);
  }

  /// {@return the `meta` elements of the head with a name}
  public List<PageMeta> namedMetas() {
    return metas(Section.NAMED_METAS);
  }

  /// {@return the size of the body with gzip at level 1, in bytes; 0 if unknown}
  public long gzipBytes() {
    return ((long) int32(4) << 32) | (int32(8) & 0xffffffffL);
  }

  /// {@return the parts of the page that were read only in part}
  public Set<PagePart> shortened() {
    var shortened = EnumSet.noneOf(PagePart.class);
    int parts = parts();
    for (var part : PARTS) {
      if ((parts & 1 << part.ordinal()) != 0) {
        shortened.add(part);
      }
    }
    return Collections.unmodifiableSet(shortened);
  }
}
