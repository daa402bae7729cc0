package dev.sojourn.corpus;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// Forged views of the elements of a page. They have the sections that the drawing of a tree view
/// shows: parts, places of links, base, names, elements, attributes, values, texts, text.
final class TreeAttacks {
  private static final int HUGE = Integer.MAX_VALUE;
  private static final int MOST_ELEMENTS = 200_000;

  private final List<CorpusAttack> attacks = new ArrayList<>();
  private final byte[] jar;

  private TreeAttacks(byte[] jar) {
    this.jar = jar;
  }

  /// The sections of a tree, each as octets. The honest tree is `<p>a<b x=v>c</b></p>`.
  private static final class Tree {
    private ForgedOctets head = new ForgedOctets().octets(2, 0, 0);
    private ForgedOctets places = new ForgedOctets().int32(0);
    private ForgedOctets base = new ForgedOctets().text("");
    private ForgedOctets names = new ForgedOctets().int32(3).text("p").text("b").text("x");
    private ForgedOctets elements = new ForgedOctets().numbers(0, -1, 0, 0, 1, 0, 1, 0);
    private ForgedOctets attributes = new ForgedOctets().numbers(2, 1);
    private ForgedOctets values = new ForgedOctets().text("v");
    private ForgedOctets texts = new ForgedOctets().numbers(0, 1, 1, 0, 1, 2, 2, 0);
    private ForgedOctets text = new ForgedOctets().text("ac");

    private List<ForgedOctets> sections() {
      return List.of(head, places, base, names, elements, attributes, values, texts, text);
    }

    private byte[] octets() {
      var all = new ForgedOctets();
      sections().forEach(section -> all.raw(section.toArray()));
      return all.toArray();
    }
  }

  static List<CorpusAttack> of(byte[] jar) {
    var all = new TreeAttacks(jar);
    all.heads();
    all.cuts();
    all.names();
    all.parents();
    all.ranges();
    all.texts();
    all.honest();
    return all.attacks;
  }

  private void refused(String name, String fragment, Consumer<Tree> change) {
    var tree = new Tree();
    change.accept(tree);
    add(name, "failed", fragment, tree.octets());
  }

  private void read(String name, String fragment, Consumer<Tree> change) {
    var tree = new Tree();
    change.accept(tree);
    add(name, "finished", fragment, tree.octets());
  }

  private void add(String name, String outcome, String fragment, byte[] tree) {
    attacks.add(
        new CorpusAttack(
            "tree",
            "views",
            "has a tree that " + name,
            outcome,
            "",
            fragment,
            ViewAttacks.AGENT,
            jar,
            Optional.of(tree)));
  }

  private void heads() {
    refused("is of another version", "another format", t -> t.head = octets(3, 0, 0));
    refused("names a part that no page has", "unknown parts", t -> t.head = octets(2, 2, 0));
    refused("is no octet long", "another format", TreeAttacks::clear);
    for (int count : new int[] {-1, Integer.MIN_VALUE, HUGE}) {
      var number = new ForgedOctets().int32(count);
      var said = "ends too early";
      refused("counts " + count + " places", said, t -> t.places = number);
      refused("counts " + count + " names", said, t -> t.names = number);
      refused("counts " + count + " elements", said, t -> t.elements = number);
      refused("counts " + count + " attributes", said, t -> t.attributes = number);
      refused("counts " + count + " texts", said, t -> t.texts = number);
      refused("has a text of " + count + " octets", said, t -> t.text = number);
    }
    refused(
        "has more places than a page may have",
        "10001 places",
        t -> t.places = new ForgedOctets().int32(10_001).zeros(20 * 10_001));
    refused(
        "has a place with a longer URL than any",
        "a text of 65537 bytes",
        t -> t.places = new ForgedOctets().int32(1).text("u".repeat(65_537)).zeros(16));
    refused("has a base that is no URL", "baseUrl", t -> t.base = new ForgedOctets().text("a:b"));
  }

  private static void clear(Tree tree) {
    var none = new ForgedOctets();
    tree.head = none;
    tree.places = none;
    tree.base = none;
    tree.names = none;
    tree.elements = none;
    tree.attributes = none;
    tree.values = none;
    tree.texts = none;
    tree.text = none;
  }

  private void cuts() {
    var whole = new Tree();
    int end = 0;
    for (var section : whole.sections()) {
      end += section.size();
      var octets = Arrays.copyOf(whole.octets(), end - 1);
      add("is cut after " + octets.length + " octets", "failed", "tree", octets);
    }
    var longer = Arrays.copyOf(whole.octets(), end + 1);
    add("goes on after its end", "failed", "octets after its end", longer);
  }

  private void names() {
    refused("has a name twice", "different names", t -> t.names = names("p", "b", "b"));
    refused("has a name in capitals", "different names", t -> t.names = names("p", "B", "x"));
    refused("has a name without characters", "different names", t -> t.names = names("p", "", "x"));
    refused(
        "has more names than a page may have",
        "10001 names",
        t -> t.names = new ForgedOctets().int32(10_001).zeros(4 * 10_001));
    var said = "name of an element";
    refused("has an element of a name that it lacks", said, elements(0, -1, 0, 0, 3, 0, 1, 0));
    refused("has an element of the name -1", said, elements(0, -1, 0, 0, -1, 0, 1, 0));
    var other = "name of an attribute";
    refused("has an attribute of a name that it lacks", other, t -> t.attributes = list(3, 1));
    refused("has an attribute of the name -1", other, t -> t.attributes = list(-1, 1));
  }

  private void parents() {
    var said = "parent of an element";
    refused("has a root below itself", "parent of the root", elements(0, 0, 0, 0, 1, 0, 1, 0));
    refused("has an element below itself", said, elements(0, -1, 0, 0, 1, 1, 1, 0));
    refused("has an element below a later one", said, elements(0, -1, 0, 0, 1, 2, 1, 0));
    refused("has an element below none", said, elements(0, -1, 0, 0, 1, -1, 1, 0));
    refused("has an element below the least number", said, elements(0, -1, 0, 0, 1, 1 << 31, 1, 0));
    refused(
        "has two elements below each other", said, elements(0, -1, 0, 0, 1, 2, 1, 0, 1, 1, 1, 0));
    refused(
        "has an element below one that has ended",
        said,
        elements(0, -1, 0, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 1, 1, 0));
    refused("has an element with edges that are none", "edges", elements(0, -1, 0, 4, 1, 0, 1, 0));
    refused("has half an element", "a multiple of 4", elements(0, -1, 0, 0, 1, 0));
    refused(
        "has more elements than a page may have",
        "elements: 200001",
        elements(nested(MOST_ELEMENTS + 1)));
  }

  private void ranges() {
    var end = "end of attributes";
    refused("has attributes beyond the end", end, elements(0, -1, 0, 0, 1, 0, 2, 0));
    refused("has attributes before the beginning", end, elements(0, -1, -1, 0, 1, 0, 1, 0));
    refused("has attributes that overlap", end, elements(0, -1, 1, 0, 1, 0, 0, 0));
    refused("has attributes of no element", "attributes of", elements(0, -1, 0, 0, 1, 0, 0, 0));
    refused("has half an attribute", "a multiple of 2", t -> t.attributes = list(2));
    refused("has a value beyond the end", "end of a value", t -> t.attributes = list(2, 2));
    refused("has a value before the beginning", "end of a value", t -> t.attributes = list(2, -1));
    refused(
        "has values that overlap",
        "end of a value",
        t -> {
          t.attributes = list(2, 1, 0, 0);
          t.elements = list(0, -1, 0, 0, 1, 0, 2, 0);
        });
    refused(
        "has an attribute twice",
        "once an element",
        t -> {
          t.attributes = list(2, 1, 2, 1);
          t.elements = list(0, -1, 0, 0, 1, 0, 2, 0);
        });
    refused("has values of no attribute", "end of all", t -> t.values = text("vw"));
  }

  private void texts() {
    var end = "end of a text";
    refused("has a text beyond the end", end, t -> t.texts = list(0, 1, 3, 0));
    refused("has a text before the beginning", end, t -> t.texts = list(0, 1, -1, 0));
    refused("has texts that overlap", end, t -> t.texts = list(0, 1, 2, 0, 1, 2, 1, 0));
    refused("has texts of no element", "end of all", t -> t.text = text("acd"));
    refused("has half a text", "a multiple of 4", t -> t.texts = list(0, 1, 2));
    var position = "position of a text";
    refused("has a text before its root", position, t -> t.texts = list(0, 0, 2, 0));
    refused("has a text after all", position, t -> t.texts = list(0, 3, 2, 0));
    refused("has texts in no order", position, t -> t.texts = list(1, 2, 1, 0, 0, 1, 2, 0));
    var parent = "parent of a text";
    refused("has a text below a later element", parent, t -> t.texts = list(1, 1, 2, 0));
    refused("has a text below the element -1", parent, t -> t.texts = list(-1, 1, 2, 0));
    refused("has a text with a mark that is none", "mark", t -> t.texts = list(0, 1, 2, 2));
  }

  private void honest() {
    read("is honest", "walked 2 elements", _ -> {});
    read(
        "has a text that is not UTF-8",
        "walked 2 elements",
        t -> t.text = new ForgedOctets().int32(2).octets(0xff, 0xc3));
    read(
        "is two hundred thousand elements deep",
        "walked 200000 elements",
        elements(nested(MOST_ELEMENTS)));
  }

  /// Returns elements, each in the one before. They have no attributes and no texts.
  private static int[] nested(int count) {
    var elements = new int[4 * count];
    for (int i = 0; i < count; i++) {
      elements[4 * i] = i % 2;
      elements[4 * i + 1] = i - 1;
    }
    return elements;
  }

  private static Consumer<Tree> elements(int... elements) {
    boolean isLong = elements.length > 100;
    return tree -> {
      tree.elements = list(elements);
      if (isLong) {
        tree.attributes = list();
        tree.values = text("");
        tree.texts = list();
        tree.text = text("");
      }
    };
  }

  private static ForgedOctets octets(int... octets) {
    return new ForgedOctets().octets(octets);
  }

  private static ForgedOctets list(int... numbers) {
    return new ForgedOctets().numbers(numbers);
  }

  private static ForgedOctets text(String text) {
    return new ForgedOctets().text(text);
  }

  private static ForgedOctets names(String... names) {
    var all = new ForgedOctets().int32(names.length);
    for (var name : names) {
      all.text(name);
    }
    return all;
  }
}
