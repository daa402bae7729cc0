package dev.sojourn.sandbox.worker.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// A state that one version of an agent wrote, and another version reads: by the names of classes,
/// fields, components and constants, or not at all.
final class ChangedCodeTest {

  static Stream<Arguments> read() {
    return Stream.of(
        Arguments.of(
            "fields of one type change places",
            "int a = 1; int b = 2; String text() { return a + \" \" + b; }",
            "int b; int a; String text() { return a + \" \" + b; }",
            "1 2"),
        Arguments.of(
            "components change places",
            "record P(int x, int y) {} P p = new P(1, 2); String text() { return \"\" + p; }",
            "record P(int y, int x) {} P p; String text() { return p.x() + \" \" + p.y(); }",
            "1 2"),
        Arguments.of(
            "constants change places",
            "enum C { RED, GREEN } C c = C.GREEN; Set<C> s = EnumSet.of(C.RED); Map<C, Integer> m ="
                + " new EnumMap<>(Map.of(C.RED, 1, C.GREEN, 2)); String text() { return \"\" + c;"
                + " }",
            "enum C { BLUE, GREEN, RED } C c; Set<C> s; Map<C, Integer> m;"
                + " String text() { return c + \" \" + s + \" \" + m; }",
            "GREEN [RED] {GREEN=2, RED=1}"),
        Arguments.of(
            "constants get and lose bodies",
            "enum C { RED { }, GREEN } List<C> c = List.of(C.GREEN, C.RED);"
                + " String text() { return \"\" + c; }",
            "enum C { GREEN { }, RED } List<C> c; String text() { return \"\" + c; }",
            "[GREEN, RED]"),
        Arguments.of(
            "a constant that no value is of goes away",
            "enum C { RED, GREEN } C c = C.GREEN; String text() { return \"\" + c; }",
            "enum C { GREEN } C c; String text() { return \"\" + c; }",
            "GREEN"),
        Arguments.of(
            "classes come and go around those of the state",
            "static class A { } static class B { int n = 7; } B b = new B();"
                + " String text() { return \"\" + b.n; }",
            "static class Aa { int n = 5; } record Ab(int n) { } static class B { int n; } B b;"
                + " String text() { return \"\" + b.n; }",
            "7"),
        Arguments.of(
            "a field comes that a constructor fills in",
            "static class N { int n = 3; } N n = new N(); String text() { return \"\" + n.n; }",
            "static class N { String s = \"new\"; int n = 9; } N n;"
                + " List<String> more = new ArrayList<>(List.of(\"x\"));"
                + " String text() { return n.n + n.s + more; }",
            "3new[x]"),
        Arguments.of(
            "fields of a superclass with the same name",
            "static class A { int n = 1; } static class B extends A { int n = 2; } B b = new B();"
                + " String text() { return \"\" + ((A) b).n + b.n; }",
            "static class A { int n; } static class B extends A { int m = 4; int n; } B b;"
                + " String text() { return \"\" + ((A) b).n + b.n + b.m; }",
            "124"),
        Arguments.of(
            "arrays of the agent's own",
            "record P(int x, int y) {} P[][] p = {{new P(1, 2)}, {}};"
                + " String text() { return \"\"; }",
            "record P(int y, int x) {} P[][] p; String text() { return \"\" + p[0][0]; }",
            "P[y=2, x=1]"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource
  void read(String change, String before, String after, String text) throws Exception {
    var state = ChangedCode.of(before).state();

    assertThat(ChangedCode.of(after).read(state)).as(change).isEqualTo(text);
  }

  static Stream<Arguments> refused() {
    var text = " String text() { return \"\"; }";
    return Stream.of(
            Arguments.of("int n = 1;", "long n;", "guest.Guest.n: was int, is long"),
            Arguments.of("int n = 1;", "int m;", "guest.Guest.n: was int, is none"),
            Arguments.of("Object n = 1;", "int n;", "guest.Guest.n: was java.lang.Object, is int"),
            Arguments.of("int n = 1;", "transient int n;", "guest.Guest.n: was int, is none"),
            Arguments.of("int n = 1;", "static int n;", "guest.Guest.n: was int, is none"),
            Arguments.of(
                "Map<String, Integer> m = new HashMap<>();",
                "Map<String, Long> m;",
                "guest.Guest.m: was java.util.Map<java.lang.String, java.lang.Integer>, is"
                    + " java.util.Map<java.lang.String, java.lang.Long>"),
            Arguments.of(
                "record P(int x) {} P p = new P(1);",
                "record P(int x, int y) {} P p;",
                "guest.Guest$P.y: was none, is int"),
            Arguments.of(
                "record P(int x, int y) {} P p = new P(1, 2);",
                "record P(int x) {} P p;",
                "guest.Guest$P.y: was int, is none"),
            Arguments.of(
                "record P(int x) {} P p = new P(1);",
                "static class P { int x; } P p;",
                "guest.Guest$P: was a record, is a class"),
            Arguments.of(
                "record P(int x) {} List<Object> p = List.of(new P(1));",
                "record Q(int x) {} List<Object> p;",
                "Guest.p: guest.Guest$P: was a record, is not in the code"),
            Arguments.of(
                "record P(int x) {} Object p = new P[0];",
                "Object p;",
                "Guest.p: guest.Guest$P[]: was an array, is not in the code"),
            Arguments.of(
                "enum C { RED, GREEN } C c = C.RED;",
                "enum C { GREEN } C c;",
                "guest.Guest$C.RED: was a constant, is none"),
            Arguments.of(
                "enum C { RED, GREEN } Set<C> c = EnumSet.of(C.RED);",
                "enum C { GREEN } Set<C> c;",
                "guest.Guest$C.RED: was a constant, is none"),
            Arguments.of(
                "static class N { int n; N(int n) { this.n = n; } } N n = new N(1);",
                "static class N { int n; String s; N(int n) { this.n = n; } } N n;",
                "guest.Guest$N.s: was none, is java.lang.String"),
            Arguments.of(
                "static class A { int n = 1; } static class B extends A { } B b = new B();",
                "static class A { } static class B extends A { int n; } B b;",
                "guest.Guest$A.n of guest.Guest$B: was int, is none"),
            Arguments.of(
                "static class N { int n = 1; } Object n = new N();",
                "static class N extends ArrayList<String> { int n; } Object n;",
                "guest.Guest$N: was a class, is one that cannot travel"))
        .map(each -> Arguments.of(each.get()[0] + text, each.get()[1] + text, each.get()[2]));
  }

  @ParameterizedTest(name = "{2}")
  @MethodSource
  void refused(String before, String after, String sentence) throws Exception {
    var state = ChangedCode.of(before).state();
    var changed = ChangedCode.of(after);

    assertThatExceptionOfType(StateException.class)
        .isThrownBy(() -> changed.read(state))
        .withMessageContaining(sentence)
        .withMessageContaining("(expected: ");
  }

  /// `Guest$1` of one version may be `Guest$2` of the next.
  @Test
  void anObjectOfAClassWithoutANameIsRefused() throws Exception {
    var code =
        ChangedCode.of("Object o = new Object() { int n = 1; }; String text() { return \"\"; }");

    assertThatExceptionOfType(StateException.class)
        .isThrownBy(code::state)
        .withMessage(
            "Guest.o: guest.Guest$1 cannot travel, since it has no name of its own (expected: a"
                + " class that is declared by name)");
  }

  @Test
  void aHundredThousandObjectsNameTheirClassOnce() throws Exception {
    var code =
        ChangedCode.of(
            "record PointOfTheAgent(byte theFirst, byte theSecond) {}"
                + " List<Object> points = new ArrayList<>();"
                + " { for (int i = 0; i < 100_000; i++) points.add(new PointOfTheAgent((byte) i,"
                + " (byte) 0)); } String text() { return \"\" + points.size(); }");

    var state = code.state();

    // The number of the class in two octets, that the object is new, and two components.
    assertThat(state).hasSizeLessThan(100_000 * 5 + 200);
    assertThat(code.read(state)).isEqualTo("100000");
  }
}
