package dev.sojourn.sandbox.admission;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.sandbox.AgentSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Agents in ordinary modern Java are let in though their authors know none of the rules.
class ModernJavaTest {

  @Test
  void admitsRecordsSealedTypesAndPatternSwitches() throws Exception {
    assertAdmitted(
        """
        sealed interface Shape {}
        record Circle(double radius) implements Shape {}
        record Box(double width, double height) implements Shape {
          Box { if (width < 0) throw new IllegalArgumentException("width: " + width); }
        }
        enum Flat implements Shape { POINT, LINE { @Override double area() { return 0.1; } };
          double area() { return 0; } }
        static double area(Shape shape) {
          return switch (shape) {
            case Circle(var r) when r > 1 -> Math.PI * r * r;
            case Circle c -> c.radius();
            case Box(double w, double h) -> w * h;
            case Flat.POINT -> 0;
            case Flat other -> other.area();
          };
        }
        public Next visit(Visit visit) {
          visit.log("area " + area(new Circle(2)) + new Box(1, 2) + new Box(1, 2).equals(null));
          return Next.done();
        }
        """);
  }

  @Test
  void admitsLambdasStreamsAndMethodReferences() throws Exception {
    assertAdmitted(
        """
        private final Map<String, Integer> counts = new TreeMap<>();
        public Next visit(Visit visit) {
          for (var word : List.of("a", "b", "a")) counts.merge(word, 1, Integer::sum);
          var best = counts.entrySet().stream()
              .sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
              .map(Map.Entry::getKey).limit(3)
              .collect(java.util.stream.Collectors.joining(", "));
          Runnable later = () -> visit.log(best);
          later.run();
          java.util.function.Supplier<List<String>> made = ArrayList::new;
          Comparator<String> order = (Comparator<String> & java.util.RandomAccess) String::compareTo;
          return Next.onward(List.of(best, made.get().toString() + order));
        }
        """);
  }

  @Test
  void admitsInnerClassesExceptionsAndResources() throws Exception {
    assertAdmitted(
        """
        static final class Lost extends Exception { Lost(String m, Throwable c) { super(m, c); } }
        static class Res implements AutoCloseable { public void close() {} }
        class Inner { int n = outer; int[][] grid = new int[3][4]; }
        int outer = 3;
        public Next visit(Visit visit) {
          try (var r = new Res(); var s = new Res()) {
            Object o = new Object() { @Override public String toString() { return "anon" + outer; } };
            class Local implements Comparable<Local> { public int compareTo(Local l) { return 0; } }
            assert outer > 0 : "no";
            if (new Inner().grid.clone().length > 2 && o.hashCode() != 0) throw new Lost("x", null);
            switch (o.toString()) { case "a" -> visit.log("a"); default -> visit.log("b"); }
          } catch (Lost | IllegalStateException e) {
            visit.log(e.getMessage());
          } finally {
            outer++;
          }
          var text = \"""
              block
              \""".strip();
          return Next.done();
        }
        enum Day { MON, TUE }
        int of(Day day) { return switch (day) { case MON -> 1; case TUE -> 2; }; }
        <T extends Comparable<T>> T max(List<? extends T> all) {
          T best = null;
          for (T each : all) if (best == null || each.compareTo(best) > 0) best = each;
          return best;
        }
        """);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "var b = new StringBuilder(); b.append(1).append('c').reverse(); visit.log(b.toString());",
        "var b = new StringBuilder(\"abc\"); b.delete(2, b.length()); b.setCharAt(0, 'x');"
            + " visit.log(b.substring(1) + b.codePointAt(0));",
        "var t = new StringTokenizer(\"a b\", \" \"); while (t.hasMoreTokens()) t.nextToken();",
        "Optional.of(1).map(x -> x + 1).ifPresent(x -> visit.log(\"\" + x));",
        "int[] a = {3, 1}; Arrays.sort(a); System.arraycopy(a, 0, new int[2], 0, 2);",
        "visit.log(java.time.LocalDate.of(2026, 1, 1).plusDays(3).toString());",
        "visit.log(java.time.Duration.between(visit.now(), visit.now()).toString());",
        "var m = new EnumMap<Thread0, Integer>(Thread0.class); m.put(Thread0.A, 1);",
        "visit.log(Base64.getEncoder().encodeToString(new byte[3]));",
        "visit.log(\"abc\".toUpperCase(Locale.ROOT).replace(\"A\", \"b\").strip().repeat(2));",
        "var q = new PriorityQueue<String>(Comparator.reverseOrder()); q.add(\"x\");",
        "for (var c : \"text\".toCharArray()) if (Character.isLetter(c)) visit.log(\"l\");",
        "visit.log(UUID.nameUUIDFromBytes(\"x\".getBytes()).toString());",
        "visit.log(new String(new byte[2], java.nio.charset.StandardCharsets.UTF_8));",
        "int n = visit.random().nextInt(3); Objects.requireNonNull(visit).log(\"\" + n);",
      })
  void admitsWhatAuthorsUseEveryDay(String statements) throws Exception {
    assertAdmitted(
        "enum Thread0 { A }\n"
            + "public Next visit(Visit visit) {"
            + statements
            + " return Next.done(); }");
  }

  private static void assertAdmitted(String members) throws RefusedException {
    var admitted = Admission.admit(AgentSource.agent(members));
    assertThat(admitted.classes()).containsKey(AgentSource.ENTRY);
  }
}
