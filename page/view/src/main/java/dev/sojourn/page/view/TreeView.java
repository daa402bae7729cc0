package dev.sojourn.page.view;

import dev.sojourn.agent.page.LinkContext;
import dev.sojourn.agent.page.PagePart;
import dev.sojourn.agent.tree.PageTree;
import dev.sojourn.agent.tree.TreeData;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/// The places of a page's links and its elements: the view that is made only if an agent asks for
/// it. Like a [PageView], it is the work of a stranger, and checked before use: a length or count
/// never exceeds the octets that are left. Immutable; any thread may use it.
///
/// ```
///  0    1       3
///  +----+-------+-------------------+------+-------+----------+------------+--------+-------+------+
///  | 2  | parts | places of links,  | base | names | elements | attributes | values | texts | text |
///  |    |       | each five texts   | URL  |       |          |            |        |       |      |
///  +----+-------+-------------------+------+-------+----------+------------+--------+-------+------+
///
///  parts: bit n, the part with ordinal n is shortened
///  a text is a length and UTF-8; a list a count and its items; elements, attributes and texts are
///  lists of 32-bit numbers as in TreeData
/// ```
// Both ends of the pipe come from the same build.
@SuppressWarnings("EnumOrdinal")
public final class TreeView {
  /// The most octets of a view.
  public static final int MAX_BYTES = 32 << 20;

  private static final int VERSION = 2;
  private static final int HEAD_BYTES = 3;
  private static final int LENGTH_BYTES = 4;
  private static final int TEXTS_A_PLACE = 5;

  /// The most octets that a `char` takes in UTF-8.
  private static final int CHAR_BYTES = 3;

  private static final int MAX_URL_BYTES = 64 << 10;
  private static final int MAX_NAME_BYTES = 64;
  private static final List<PagePart> PARTS = List.of(PagePart.values());
  static final TreeData NO_ELEMENTS =
      new TreeData("", List.of(), new int[0], new int[0], "", new int[0], "");

  /// The view of a page without elements.
  public static final TreeView EMPTY = of(List.of(), NO_ELEMENTS, Set.of());

  /// The view of a page whose elements could not be read.
  public static final TreeView UNREAD = of(List.of(), NO_ELEMENTS, Set.of(PagePart.MARKUP));

  private final byte[] octets;
  private final Set<PagePart> shortened;
  private final List<LinkContext> linkContexts;
  private final PageTree tree;

  private TreeView(
      byte[] octets, Set<PagePart> shortened, List<LinkContext> linkContexts, PageTree tree) {
    this.octets = octets;
    this.shortened = shortened;
    this.linkContexts = linkContexts;
    this.tree = tree;
  }

  /// {@return a checked view}
  ///
  /// @param octets the encoded view; not copied, must not be changed
  /// @throws MalformedViewException if they are not a view
  public static TreeView of(byte[] octets) throws MalformedViewException {
    var in = ByteBuffer.wrap(octets);
    if (octets.length < HEAD_BYTES || octets.length > MAX_BYTES || in.get() != VERSION) {
      throw new MalformedViewException("a tree of another format");
    }
    int parts = in.getShort() & 0xffff;
    if (parts >> PARTS.size() != 0) {
      throw new MalformedViewException("unknown parts of a page");
    }
    var shortened = EnumSet.noneOf(PagePart.class);
    PARTS.stream().filter(part -> (parts & 1 << part.ordinal()) != 0).forEach(shortened::add);
    int count = count(in, TEXTS_A_PLACE * LENGTH_BYTES);
    if (count > LinkContext.MAX_PLACES) {
      throw new MalformedViewException(
          count + " places of links (expected: at most " + LinkContext.MAX_PLACES + ")");
    }
    var places = new ArrayList<LinkContext>(count);
    for (int i = 0; i < count; i++) {
      places.add(place(in));
    }
    var data =
        new TreeData(
            text(in), names(in), numbers(in), numbers(in), text(in), numbers(in), text(in));
    if (in.hasRemaining()) {
      throw new MalformedViewException("a tree with octets after its end");
    }
    try {
      return new TreeView(
          octets,
          Collections.unmodifiableSet(shortened),
          Collections.unmodifiableList(places),
          PageTree.of(data));
    } catch (IllegalArgumentException e) {
      throw new MalformedViewException(String.valueOf(e.getMessage()));
    }
  }

  private static LinkContext place(ByteBuffer in) throws MalformedViewException {
    return new LinkContext(
        text(in, MAX_URL_BYTES),
        text(in, MAX_NAME_BYTES),
        text(in, CHAR_BYTES * LinkContext.MAX_TEXT_CHARS),
        text(in, CHAR_BYTES * LinkContext.MAX_AROUND_CHARS),
        text(in, CHAR_BYTES * LinkContext.MAX_AROUND_CHARS));
  }

  private static String text(ByteBuffer in, int most) throws MalformedViewException {
    int length = in.remaining() < LENGTH_BYTES ? -1 : in.getInt(in.position());
    if (length > most) {
      throw new MalformedViewException(
          "a text of " + length + " bytes in a tree (expected: at most " + most + ")");
    }
    return text(in);
  }

  private static int count(ByteBuffer in, int leastBytes) throws MalformedViewException {
    int count = in.remaining() < LENGTH_BYTES ? -1 : in.getInt();
    if (count < 0 || count > in.remaining() / leastBytes) {
      throw new MalformedViewException("a tree that ends too early");
    }
    return count;
  }

  private static String text(ByteBuffer in) throws MalformedViewException {
    var octets = new byte[count(in, 1)];
    in.get(octets);
    return new String(octets, StandardCharsets.UTF_8);
  }

  private static List<String> names(ByteBuffer in) throws MalformedViewException {
    int count = count(in, LENGTH_BYTES);
    if (count > PageTree.MAX_NAMES) {
      throw new MalformedViewException(
          count + " names (expected: at most " + PageTree.MAX_NAMES + ")");
    }
    var names = new ArrayList<String>(count);
    for (int i = 0; i < count; i++) {
      names.add(text(in));
    }
    return names;
  }

  private static int[] numbers(ByteBuffer in) throws MalformedViewException {
    var numbers = new int[count(in, Integer.BYTES)];
    in.asIntBuffer().get(numbers);
    in.position(in.position() + Integer.BYTES * numbers.length);
    return numbers;
  }

  /// {@return the view of a page}
  ///
  /// @param linkContexts the places of its links
  /// @param elements its elements
  /// @param shortened the parts that were read only in part
  /// @throws IllegalArgumentException if the elements are not those of a tree
  public static TreeView of(
      List<LinkContext> linkContexts, TreeData elements, Set<PagePart> shortened) {
    var out = new OctetWriter(2 * elements.text().length() + 4096, () -> {});
    int parts = shortened.stream().mapToInt(part -> 1 << part.ordinal()).sum();
    out.int8(VERSION).int16(parts).int32(linkContexts.size());
    for (var place : linkContexts) {
      out.text(place.url())
          .text(place.element())
          .text(place.text())
          .text(place.before())
          .text(place.after());
    }
    out.text(elements.baseUrl()).int32(elements.names().size());
    elements.names().forEach(out::text);
    out.numbers(elements.elements())
        .numbers(elements.attributes())
        .text(elements.values())
        .numbers(elements.texts())
        .text(elements.text());
    return new TreeView(
        out.toByteArray(), Set.copyOf(shortened), List.copyOf(linkContexts), PageTree.of(elements));
  }

  /// {@return the encoded view; must not be changed}
  public byte[] octets() {
    return octets;
  }

  /// {@return the parts of the page that were read only in part}
  public Set<PagePart> shortened() {
    return shortened;
  }

  /// {@return the places of the links in document order}
  public List<LinkContext> linkContexts() {
    return linkContexts;
  }

  /// {@return the elements of the page}
  public PageTree tree() {
    return tree;
  }
}
