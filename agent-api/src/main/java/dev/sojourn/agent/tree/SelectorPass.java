package dev.sojourn.agent.tree;

import dev.sojourn.agent.tree.Selector.Compound;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// One pass over elements that finds those that a [Selector] matches.
///
/// Each compound of the selector, in all parts of its list, has one bit. An element has the bit of
/// a compound if it meets the conditions and if its parent (`>`), or an element around it (space),
/// has the bit of the compound before. Elements come in document order, so these bits are known: a
/// stack has, for each open element, its own bits and the bits of all elements around it. An
/// element is therefore compared at most once with each compound, and nothing is tried again, as a
/// search from each element through its ancestors does: `a a a a` would take a power of the depth.
/// The automaton is a bit-parallel one (Baeza-Yates and Gonnet, 1992). The memory is three numbers
/// for each open element.
final class SelectorPass {
  private final PageTree tree;
  private final TreeData data;
  private final ElementCondition[][] conditions;

  /// For each condition, the index of the name that it compares; -1 if the tree does not have it.
  private final int[][] names;

  private long firsts;
  private long descendants;
  private long children;
  private long lasts;

  /// The names of attributes that conditions compare, ascending, and their attributes at the
  /// element that was looked at last.
  private final int[] wanted;

  private final int[] found;
  private int foundOf = -1;

  private int[] openEnds = new int[64];
  private long[] ownBits = new long[64];
  private long[] aroundBits = new long[64];
  private int open;

  private long steps;

  SelectorPass(PageTree tree, Selector selector) {
    this.tree = tree;
    this.data = tree.data();
    var compounds = selector.compounds();
    this.conditions = new ElementCondition[compounds.size()][];
    this.names = new int[compounds.size()][];
    var attributes = new IntRows();
    for (int i = 0; i < compounds.size(); i++) {
      relate(compounds.get(i), i);
      bind(compounds.get(i).conditions(), i, attributes);
    }
    this.lasts |= 1L << (compounds.size() - 1);
    this.wanted = Arrays.stream(attributes.toArray()).sorted().distinct().toArray();
    this.found = new int[wanted.length];
  }

  private void relate(Compound compound, int bit) {
    switch (compound.relation()) {
      case NONE -> {
        firsts |= 1L << bit;
        lasts |= bit == 0 ? 0 : 1L << (bit - 1);
      }
      case DESCENDANT -> descendants |= 1L << bit;
      case CHILD -> children |= 1L << bit;
    }
  }

  private void bind(List<ElementCondition> all, int bit, IntRows attributes) {
    conditions[bit] = all.toArray(ElementCondition[]::new);
    names[bit] = new int[all.size()];
    for (int i = 0; i < all.size(); i++) {
      switch (all.get(i)) {
        case ElementCondition.Named(var name) -> names[bit][i] = tree.nameIndex(name);
        case ElementCondition.Has(var name) -> names[bit][i] = attribute(name, attributes);
        case ElementCondition.Compares compares ->
            names[bit][i] = attribute(compares.attribute(), attributes);
        case ElementCondition.Nth _, ElementCondition.Last _ -> names[bit][i] = -1;
      }
    }
  }

  private int attribute(String name, IntRows attributes) {
    int index = tree.nameIndex(name);
    if (index >= 0) {
      attributes.add(index);
    }
    return index;
  }

  /// {@return all elements of the tree that match}
  List<PageElement> all() {
    return run(0, true, Integer.MAX_VALUE);
  }

  /// {@return the descendants of an element that match}
  List<PageElement> in(int element) {
    return run(element, false, Integer.MAX_VALUE);
  }

  /// {@return the first descendant of an element that matches}
  Optional<PageElement> firstIn(int element) {
    return run(element, false, 1).stream().findFirst();
  }

  /// {@return how many elements were opened and closed and how many conditions were checked}
  long steps() {
    return steps;
  }

  private List<PageElement> run(int root, boolean withRoot, int most) {
    var matching = new ArrayList<PageElement>();
    int end = tree.endOf(root);
    for (int i = root; i < end && matching.size() < most; i++) {
      while (open > 0 && openEnds[open - 1] <= i) {
        open--;
        steps++;
      }
      long own = bits(i);
      if ((own & lasts) != 0 && (withRoot || i > root)) {
        matching.add(new PageElement(tree, i));
      }
      push(i, own);
    }
    return List.copyOf(matching);
  }

  private void push(int element, long own) {
    if (open == openEnds.length) {
      openEnds = Arrays.copyOf(openEnds, 2 * open);
      ownBits = Arrays.copyOf(ownBits, 2 * open);
      aroundBits = Arrays.copyOf(aroundBits, 2 * open);
    }
    openEnds[open] = tree.endOf(element);
    ownBits[open] = own;
    aroundBits[open] = own | (open == 0 ? 0 : aroundBits[open - 1]);
    open++;
    steps++;
  }

  /// Returns the bits of an element whose parent is the innermost open element.
  private long bits(int element) {
    long candidates = firsts;
    if (open > 0) {
      candidates |= (ownBits[open - 1] << 1) & children;
      candidates |= (aroundBits[open - 1] << 1) & descendants;
    }
    long bits = 0;
    while (candidates != 0) {
      long lowest = Long.lowestOneBit(candidates);
      candidates ^= lowest;
      if (meets(element, Long.numberOfTrailingZeros(lowest))) {
        bits |= lowest;
      }
    }
    return bits;
  }

  private boolean meets(int element, int bit) {
    for (int i = 0; i < conditions[bit].length; i++) {
      steps++;
      boolean holds =
          switch (conditions[bit][i]) {
            case ElementCondition.Named _ -> data.nameOf(element) == names[bit][i];
            case ElementCondition.Has _ -> attribute(element, names[bit][i]) >= 0;
            case ElementCondition.Compares compares ->
                compares(compares, attribute(element, names[bit][i]));
            case ElementCondition.Nth nth -> element > 0 && nth.includes(tree.placeOf(element));
            case ElementCondition.Last _ ->
                element > 0 && tree.endOf(element) == tree.endOf(data.parentOf(element));
          };
      if (!holds) {
        return false;
      }
    }
    steps++;
    return true;
  }

  private boolean compares(ElementCondition.Compares compares, int attribute) {
    return attribute >= 0
        && compares
            .comparison()
            .holds(
                data.values(),
                data.valueStart(attribute),
                data.valueEnd(attribute),
                compares.text(),
                compares.ignoresCase());
  }

  /// Returns the attribute of an element that has a name; -1 if it has none. The attributes of an
  /// element are read once, however many conditions compare them.
  private int attribute(int element, int name) {
    if (name < 0) {
      return -1;
    }
    if (foundOf != element) {
      foundOf = element;
      Arrays.fill(found, -1);
      for (int at = data.attributesStart(element); at < data.attributesEnd(element); at++) {
        int place = Arrays.binarySearch(wanted, data.nameOfAttribute(at));
        if (place >= 0) {
          found[place] = at;
        }
        steps++;
      }
    }
    return found[Arrays.binarySearch(wanted, name)];
  }
}
