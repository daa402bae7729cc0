package dev.sojourn.agent.tree;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/// An element of a [PageTree]. Two elements are equal if they are one element of one tree.
public final class PageElement {
  /// More digits are no size of an image.
  private static final int MAX_DIGITS = 9;

  private final PageTree tree;
  private final int index;

  PageElement(PageTree tree, int index) {
    this.tree = tree;
    this.index = index;
  }

  /// {@return the name in lower case, such as `h1`}
  public String name() {
    return tree.nameOf(index);
  }

  /// {@return the value of an attribute; empty if the element does not have it}
  ///
  /// @param name in lower case
  public Optional<String> attribute(String name) {
    int wanted = tree.nameIndex(name);
    var data = tree.data();
    for (int at = data.attributesStart(index); at < data.attributesEnd(index); at++) {
      if (data.nameOfAttribute(at) == wanted) {
        return Optional.of(tree.value(at));
      }
    }
    return Optional.empty();
  }

  /// {@return the values of all attributes by name, in document order}
  public Map<String, String> attributes() {
    var data = tree.data();
    var values = new LinkedHashMap<String, String>();
    for (int at = data.attributesStart(index); at < data.attributesEnd(index); at++) {
      values.put(data.names().get(data.nameOfAttribute(at)), tree.value(at));
    }
    return Collections.unmodifiableMap(values);
  }

  /// {@return the URL of the page that an attribute names, absolute and normalised, without a
  /// fragment; empty without the attribute, and for other schemes than `http` and `https`}
  ///
  /// @param attribute in lower case, such as `href`
  public Optional<String> url(String attribute) {
    return attribute(attribute).flatMap(tree::resolve);
  }

  /// {@return the visible text of the element and its descendants, white space folded} Blocks and
  /// `br` separate words. White space inside `pre` counts.
  public String text() {
    return TreeText.all(tree, index);
  }

  /// {@return the text of the element without the texts of its descendants, white space folded}
  public String ownText() {
    return TreeText.own(tree, index);
  }

  /// {@return the element around this element; empty for the root}
  public Optional<PageElement> parent() {
    return index == 0
        ? Optional.empty()
        : Optional.of(new PageElement(tree, tree.data().parentOf(index)));
  }

  /// {@return the elements directly inside this element, in document order}
  public List<PageElement> children() {
    var children = new ArrayList<PageElement>();
    for (int child = index + 1; child < tree.endOf(index); child = tree.endOf(child)) {
      children.add(new PageElement(tree, child));
    }
    return List.copyOf(children);
  }

  /// {@return whether this element is a descendant of another}
  ///
  /// @param ancestor of any tree
  public boolean isIn(PageElement ancestor) {
    return tree == ancestor.tree && index > ancestor.index && index < tree.endOf(ancestor.index);
  }

  /// {@return the descendants that a selector matches, in document order}
  ///
  /// @param selector each of its parts matches this element or a descendant
  /// @throws SelectorException if the text is not a [Selector]
  public List<PageElement> select(String selector) {
    return select(Selector.parse(selector));
  }

  /// {@return the descendants that a selector matches, in document order}
  ///
  /// @param selector each of its parts matches this element or a descendant
  public List<PageElement> select(Selector selector) {
    return new SelectorPass(tree, selector).in(index);
  }

  /// {@return the first descendant that a selector matches}
  ///
  /// @param selector as for [#select(Selector)]
  /// @throws SelectorException if the text is not a [Selector]
  public Optional<PageElement> first(String selector) {
    return first(Selector.parse(selector));
  }

  /// {@return the first descendant that a selector matches}
  ///
  /// @param selector as for [#select(Selector)]
  public Optional<PageElement> first(Selector selector) {
    return new SelectorPass(tree, selector).firstIn(index);
  }

  /// {@return the rows of this element, if it is a `table`} It takes time in proportion to the
  /// content of the table, including nested tables.
  public Optional<HtmlTable> table() {
    return name().equals("table") ? Optional.of(TableReader.read(this)) : Optional.empty();
  }

  /// {@return this element as an image, if it is an `img` with the URL of a page in `src`}
  public Optional<PageImage> image() {
    return name().equals("img")
        ? url("src")
            .map(url -> new PageImage(url, attribute("alt"), pixels("width"), pixels("height")))
        : Optional.empty();
  }

  private OptionalInt pixels(String attribute) {
    var digits = attribute(attribute).orElse("").strip();
    boolean isNumber =
        !digits.isEmpty()
            && digits.length() <= MAX_DIGITS
            && digits.chars().allMatch(c -> c >= '0' && c <= '9');
    return isNumber ? OptionalInt.of(Integer.parseInt(digits)) : OptionalInt.empty();
  }

  /// {@return this element as a link to a place in a page, if it is an `a` or `area` with a
  /// fragment in `href`} Links to the top of a page (`#`, `#top`) are not such links.
  public Optional<FragmentLink> fragmentLink() {
    if (!name().equals("a") && !name().equals("area")) {
      return Optional.empty();
    }
    var fragment = attribute("href").map(FragmentDecoder::ofReference).orElse("");
    return fragment.isEmpty()
        ? Optional.empty()
        : url("href").map(url -> new FragmentLink(url, fragment));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof PageElement element && index == element.index && tree == element.tree;
  }

  @Override
  public int hashCode() {
    return index;
  }

  @Override
  public String toString() {
    return "<" + name() + "> number " + index;
  }
}
