package dev.sojourn.agent.tree;

import dev.sojourn.agent.url.UrlReader;
import dev.sojourn.agent.url.UrlReading;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/// The elements of a page, immutable, in document order. The content of `template`, `script` and
/// `style` is not part of the text. Names of elements and attributes are in lower case, with the
/// prefix that an XML page gives them.
///
/// A tree has at most [#MAX_ELEMENTS] elements and [#MAX_ATTRIBUTES] attributes. It has at most
/// [#MAX_TEXT_CHARS] characters of text, and [#MAX_VALUE_CHARS] of values of attributes. Elements
/// and attributes beyond a bound are missing. A state cannot contain trees and elements.
public final class PageTree {
  /// The most elements: 200,000.
  public static final int MAX_ELEMENTS = 200_000;

  /// The most attributes of all elements: 1,000,000.
  public static final int MAX_ATTRIBUTES = 1_000_000;

  /// The most texts between the edges of elements: 500,000.
  public static final int MAX_TEXTS = 500_000;

  /// The most characters of all texts: 8 Mi.
  public static final int MAX_TEXT_CHARS = 8 << 20;

  /// The most characters of the values of all attributes: 8 Mi.
  public static final int MAX_VALUE_CHARS = 8 << 20;

  /// The most different names of elements and attributes: 10,000.
  public static final int MAX_NAMES = 10_000;

  /// The most characters of a name: 200.
  public static final int MAX_NAME_CHARS = 200;

  /// The tree of a page without elements.
  public static final PageTree EMPTY = of(new TreeBuilder("").build());

  private final TreeData data;
  private final TreeCheck.Checked checked;
  private final Optional<UrlReading.Read> base;
  private final UnaryOperator<String> queryOctets;

  private PageTree(
      TreeData data, Optional<UrlReading.Read> base, UnaryOperator<String> queryOctets) {
    this.data = data;
    this.checked = TreeCheck.check(data);
    this.base = base;
    this.queryOctets = queryOctets;
  }

  /// {@return the tree of a page in UTF-8}
  ///
  /// @param data unchecked
  /// @throws IllegalArgumentException if the data is not that of a tree within the bounds
  public static PageTree of(TreeData data) {
    return of(data, UrlReader.UTF_8);
  }

  /// {@return a tree, after a check of its data}
  ///
  /// @param data unchecked; its arrays are copied
  /// @param queryOctets percent-encodes the characters beyond printable ASCII of a query in the
  ///   charset of the page
  /// @throws IllegalArgumentException if the data is not that of a tree within the bounds
  public static PageTree of(TreeData data, UnaryOperator<String> queryOctets) {
    TreeCheck.requireSizes(data);
    var copy =
        new TreeData(
            data.baseUrl(),
            List.copyOf(data.names()),
            data.elements().clone(),
            data.attributes().clone(),
            data.values(),
            data.texts().clone(),
            data.text());
    return new PageTree(copy, base(data.baseUrl()), queryOctets);
  }

  private static Optional<UrlReading.Read> base(String url) {
    if (url.isEmpty()) {
      return Optional.empty();
    }
    return switch (UrlReader.read(url)) {
      case UrlReading.Read read -> Optional.of(read);
      case UrlReading.Unread(var fault) ->
          throw new IllegalArgumentException("baseUrl: " + fault + " (expected: an absolute URL)");
    };
  }

  /// {@return the number of elements}
  public int size() {
    return data.elementCount();
  }

  /// {@return the outermost element, usually `html`; empty if the page has no elements}
  public Optional<PageElement> root() {
    return size() == 0 ? Optional.empty() : Optional.of(new PageElement(this, 0));
  }

  /// {@return all elements that a selector matches, in document order}
  ///
  /// @param selector such as `table.data > tbody tr`
  /// @throws SelectorException if the text is not a [Selector]
  public List<PageElement> select(String selector) {
    return select(Selector.parse(selector));
  }

  /// {@return all elements that a selector matches, in document order}
  ///
  /// @param selector parsed before
  public List<PageElement> select(Selector selector) {
    return size() == 0 ? List.of() : new SelectorPass(this, selector).all();
  }

  /// {@return the fragments that links to this page may have: the `id` of each element and the
  /// `name` of each `a`} A target with percent-encoded characters is listed as it is written and
  /// decoded, since browsers try both.
  public Set<String> targets() {
    var targets = new LinkedHashSet<String>();
    int id = nameIndex("id");
    int name = nameIndex("name");
    for (int i = 0; i < size(); i++) {
      boolean isAnchor = nameOf(i).equals("a");
      for (int at = data.attributesStart(i); at < data.attributesEnd(i); at++) {
        int index = data.nameOfAttribute(at);
        if (index == id || (isAnchor && index == name)) {
          FragmentDecoder.addTarget(value(at), targets);
        }
      }
    }
    return targets;
  }

  TreeData data() {
    return data;
  }

  int endOf(int element) {
    return checked.ends()[element];
  }

  /// The number of an element among its siblings, from 1; 0 for the root.
  int placeOf(int element) {
    return checked.places()[element];
  }

  String nameOf(int element) {
    return data.names().get(data.nameOf(element));
  }

  /// The index of a name; -1 if no element and no attribute has it.
  int nameIndex(String name) {
    return names().getOrDefault(name, -1);
  }

  private Map<String, Integer> names() {
    return checked.names();
  }

  String value(int attribute) {
    return data.values().substring(data.valueStart(attribute), data.valueEnd(attribute));
  }

  /// The page that a reference names, absolute and normalised, as [dev.sojourn.agent.PageUrl] is.
  Optional<String> resolve(String reference) {
    var reading =
        base.isPresent()
            ? UrlReader.read(reference, base.get(), queryOctets)
            : UrlReader.read(reference);
    return switch (reading) {
      case UrlReading.Read read ->
          Optional.of(read.origin() + read.path() + read.query().map("?"::concat).orElse(""));
      case UrlReading.Unread _ -> Optional.empty();
    };
  }
}
