package dev.sojourn.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The JVM names the class of a lambda by its address in memory. Neither an agent nor its owner
/// learns that address, by any way that the name takes.
@Timeout(180)
class HiddenNameIT {
  @RegisterExtension static final OpenSandbox SANDBOX = OpenSandbox.of(2, 4);

  private static final String MEMBERS =
      """
      static final Runnable LAMBDA = () -> {};
      record Held(Object what) {}
      interface Said { String toString(); }
      interface SaidToo extends Said { void run(); }
      static class Own extends ArrayList<Object> { String above() { return super.toString(); } }
      static String thrown(Runnable r) {
        try { r.run(); return "nothing"; } catch (Throwable t) { return t.getMessage(); }
      }
      enum Day { MON }
      """;

  private static final List<String> EXPRESSIONS =
      List.of(
          "LAMBDA.getClass().getName()",
          "LAMBDA.getClass().getSimpleName()",
          "LAMBDA.getClass().toString()",
          "\"\" + LAMBDA.getClass()",
          "LAMBDA.toString()",
          "\"\" + LAMBDA",
          "LAMBDA + \"\" + 1 + LAMBDA",
          "String.valueOf(LAMBDA)",
          "Objects.toString(LAMBDA)",
          "Objects.toString(LAMBDA, \"none\")",
          "new StringBuilder().append(LAMBDA).toString()",
          "new StringBuilder().append((Object) LAMBDA).charAt(20) + \"Lambda\" + new"
              + " StringBuilder(\"a\").insert(0, LAMBDA)",
          "((Supplier<String>) LAMBDA::toString).get()",
          "((Function<Object, String>) String::valueOf).apply(LAMBDA)",
          "((Function<Object, String>) Object::toString).apply(LAMBDA)",
          "((Function<Object, StringBuilder>) new"
              + " StringBuilder()::append).apply(LAMBDA).toString()",
          "((Function<Object, String>) o -> o.getClass().getName()).apply(LAMBDA)",
          "java.util.stream.Stream.of(LAMBDA).map(Object::getClass).map(Class::getName).findFirst().get()",
          "List.of(LAMBDA).toString()",
          "\"\" + List.of(List.of(LAMBDA))",
          "Arrays.toString(new Object[] {LAMBDA})",
          "Arrays.deepToString(new Object[][] {{LAMBDA}})",
          "Arrays.asList(LAMBDA).toString()",
          "new TreeMap<>(Map.of(1, LAMBDA)).toString()",
          "Map.entry(1, LAMBDA).toString()",
          "Optional.of(LAMBDA).toString()",
          "new Held(LAMBDA).toString()",
          "((Said) (SaidToo) () -> {}).toString()",
          "((SaidToo) () -> {}).toString()",
          "new Own() {{ add(LAMBDA); }}.above()",
          "new Own() {{ add(LAMBDA); }}.toString()",
          "Comparator.comparing(Object::toString).toString()",
          "Function.identity().andThen(x -> x).toString()",
          "Map.Entry.comparingByKey().toString()",
          "java.util.stream.Collectors.toList().supplier().toString()",
          "thrown(() -> { Object o = LAMBDA; String s = (String) o; })",
          "thrown(() -> { Object o = LAMBDA; new TreeSet<Object>().add(o); })",
          "thrown(() -> String.class.cast(LAMBDA))",
          "thrown(() -> { Object[] a = new String[1]; a[0] = LAMBDA; })",
          "thrown(() -> { ((EnumMap) new EnumMap<Day, String>(Day.class)).put(LAMBDA, 1); })",
          "thrown(() -> { Map.of(LAMBDA, 1, LAMBDA, 2); })",
          "thrown(() -> visit.report(new Held(LAMBDA)))",
          "thrown(() -> { throw new IllegalStateException(new AssertionError(LAMBDA)); })",
          "new AssertionError(LAMBDA).toString()",
          "new AssertionError(LAMBDA).getLocalizedMessage()",
          "((Supplier<String>) new AssertionError(LAMBDA)::getMessage).get()",
          "String.join(\",\", List.of(LAMBDA.toString()))");

  private static final VisitLimits LIMITS =
      new VisitLimits(
          Duration.ofSeconds(50),
          Duration.ofSeconds(10),
          2L << 30,
          1,
          1 << 20,
          1,
          64 << 10,
          1 << 20,
          1,
          1 << 20,
          2 * EXPRESSIONS.size(),
          30,
          Duration.ZERO);

  @Test
  void isReportedWithoutItsAddress() throws Exception {
    var texts = new StringBuilder();
    var announces = new StringBuilder();
    for (int i = 0; i < EXPRESSIONS.size(); i++) {
      texts.append("static String text%d(Visit visit) { return ".formatted(i));
      texts.append(EXPRESSIONS.get(i)).append("; }\n");
      announces.append("tell(visit, text%d(visit));\n".formatted(i));
    }
    var jar =
        AgentSource.jar(
            "package guest; import dev.sojourn.agent.*; import java.util.*;"
                + " import java.util.function.*;"
                + " @SuppressWarnings(\"all\") public class Guest implements Agent {"
                + MEMBERS
                + texts
                + "static void tell(Visit visit, String text) {"
                + " visit.log(text); visit.log(\"\" + text.contains(\"0x\")); }"
                + "public Next visit(Visit visit) {"
                + announces
                + "return Next.done(); } }");
    var desk = RecordingServices.ofNothing();

    var end = SANDBOX.start(Orders.of("signer", jar, LIMITS), desk).await();

    assertThat(end).isInstanceOf(VisitEnd.Finished.class);
    assertThat(desk.lines).hasSize(2 * EXPRESSIONS.size());
    for (int i = 0; i < EXPRESSIONS.size(); i++) {
      assertThat(desk.lines.get(2 * i))
          .as(EXPRESSIONS.get(i))
          .contains("Lambda")
          .doesNotContain("0x");
      assertThat(desk.lines.get(2 * i + 1)).as(EXPRESSIONS.get(i)).isEqualTo("false");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Object o = LAMBDA; String s = (String) o;",
        "throw new AssertionError(LAMBDA);",
        "if (true) throw new IllegalStateException(new Error(List.of(LAMBDA).toString()));",
        "visit.report(new Held(LAMBDA));",
        "kept = LAMBDA; visit.checkpoint();",
      })
  void isReportedToItsOwnerWithoutItsAddress(String statements) throws Exception {
    var jar =
        AgentSource.agent(
            MEMBERS
                + "Object kept; public Next visit(Visit visit) { if (true) { "
                + statements
                + " } return Next.done(); }");
    assertThat(SANDBOX.visit(jar, Orders.limits()))
        .isInstanceOfSatisfying(
            VisitEnd.Failed.class,
            end -> assertThat(end.reason()).contains("$$Lambda").doesNotContain("0x"));
  }

  /// The JDK asks a `CharSequence` for its text at places outside the agent's code.
  @Test
  void noLambdaIsAText() throws Exception {
    var jar =
        AgentSource.agent(
            "interface Text extends CharSequence { default int length() { return 0; }"
                + " default char charAt(int i) { return 'x'; }"
                + " default CharSequence subSequence(int a, int b) { return this; } void run(); }"
                + "public Next visit(Visit v) { Text t = () -> {}; v.log(String.join(\",\", t));"
                + " return Next.done(); }");
    assertThat(SANDBOX.visit(jar, Orders.limits()))
        .isInstanceOfSatisfying(
            VisitEnd.Denied.class,
            end -> assertThat(end.reason()).contains("makes a lambda that is a CharSequence"));
  }

  /// Whatever the JDK makes of its text, as `String.join` and `String.replace` do.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "record Text(Object o) implements CharSequence { %s }",
        "class Text extends java.util.ArrayList<Object> implements CharSequence {"
            + " Text(Object o) { add(o); } %s }",
        "class Above extends RuntimeException { Above(Object o) { super(\"\" + o); } } class Text"
            + " extends Above implements CharSequence { Text(Object o) { super(o); } %s }"
      })
  void noTextSaysWhatItHoldsWhereTheJdkAsksIt(String text) throws Exception {
    var body =
        "public int length() { return 0; } public char charAt(int i) { return 'x'; }"
            + " public CharSequence subSequence(int a, int b) { return this; }";
    var jar =
        AgentSource.agent(
            "static "
                + text.formatted(body).replace(" class Text", " static class Text")
                + "public Next visit(Visit v) {"
                + " v.log(String.join(\"\", new Text((Runnable) () -> {})));"
                + " return Next.done(); }");
    assertThat(SANDBOX.visit(jar, Orders.limits()))
        .isInstanceOfSatisfying(
            VisitEnd.Denied.class,
            end ->
                assertThat(end.reason())
                    .contains("is a CharSequence without a toString of its own"));
  }
}
