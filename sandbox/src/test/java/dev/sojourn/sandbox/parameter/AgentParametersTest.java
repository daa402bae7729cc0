package dev.sojourn.sandbox.parameter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.sojourn.sandbox.AgentSource;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AgentParametersTest {
  private static final String AGENT =
      """
      package guest;
      import dev.sojourn.agent.*;
      import dev.sojourn.agent.parameter.*;
      import java.util.*;
      @Description("Finds pages that answer a query.")
      public class Guest implements Agent {
        public enum Order { BEST_FIRST, AS_FOUND }
        public record Query(
            @Description("Words to look for.") String words,
            @Default("10") int best,
            @Default("best-first") Order order,
            @Default("0.5") double share,
            Optional<Long> since,
            @Default("true") boolean excerpts) {}
        public Guest(Query query) {}
        public Next visit(Visit visit) { return Next.done(); }
      }
      """;

  @Test
  void theRecordOfTheConstructorIsTheDeclaration() throws Exception {
    var parameters = of(AGENT);
    assertThat(parameters.description()).isEqualTo("Finds pages that answer a query.");
    assertThat(parameters.recordClass()).contains("guest.Guest$Query");
    assertThat(parameters.declared())
        .extracting(
            DeclaredParameter::name,
            p -> p.type().word(),
            DeclaredParameter::isRequired,
            p -> p.defaultValue().orElse("-"),
            DeclaredParameter::description)
        .containsExactly(
            tuple("words", "text", true, "-", "Words to look for."),
            tuple("best", "int", false, "10", ""),
            tuple("order", "choice", false, "BEST_FIRST", ""),
            tuple("share", "double", false, "0.5", ""),
            tuple("since", "long", false, "-", ""),
            tuple("excerpts", "boolean", false, "true", ""));
  }

  @Test
  void defaultsAreFilledInAndOptionalOnesLeftOut() throws Exception {
    assertThat(of(AGENT).check(Map.of("words", "robots exclusion", "order", "as-found")))
        .containsExactly(
            Map.entry("words", "robots exclusion"),
            Map.entry("best", "10"),
            Map.entry("order", "AS_FOUND"),
            Map.entry("share", "0.5"),
            Map.entry("excerpts", "true"));
  }

  @Test
  void everyFaultNamesTheKeyWhatWasFoundAndWhatIsExpected() throws Exception {
    var parameters = of(AGENT);
    assertThatExceptionOfType(UnfitParameterException.class)
        .isThrownBy(() -> parameters.check(Map.of("qurey", "x", "best", "ten")))
        .withMessage(
            """
            parameter qurey: (expected: one of words, best, order, share, since, excerpts)
            parameter words: nothing (expected: text)
            parameter best: ten (expected: a whole number from -2147483648 to 2147483647)\
            """);
    assertThat(fault(parameters, "order", "worst"))
        .isEqualTo("parameter order: worst (expected: one of best-first, as-found)");
    assertThat(fault(parameters, "excerpts", "yes"))
        .isEqualTo("parameter excerpts: yes (expected: true or false)");
    assertThat(fault(parameters, "share", "NaN"))
        .isEqualTo("parameter share: NaN (expected: a number, as 0.75)");
    assertThat(fault(parameters, "since", "9223372036854775808"))
        .startsWith("parameter since: 9223372036854775808 (expected: a whole number");
  }

  @Test
  void anAgentWithoutARecordTakesNone() throws Exception {
    var parameters = of(plain("public Guest() {}"));
    assertThat(parameters.declared()).isEmpty();
    assertThat(parameters.check(Map.of())).isEmpty();
    assertThatExceptionOfType(UnfitParameterException.class)
        .isThrownBy(() -> parameters.check(Map.of("words", "x")))
        .withMessage("parameter words: (expected: none, since the agent takes no parameters)");
  }

  @Test
  void aDeclarationThatCannotBeGivenIsRefused() {
    assertThat(declarationFault("public record P(List<String> words) {} public Guest(P p) {}"))
        .isEqualTo(
            "parameter words: List (expected: String, boolean, int, long, double, an enum of the"
                + " agent, or an Optional of one of these)");
    assertThat(declarationFault("public record P(@Default(\"ten\") int n) {} public Guest(P p) {}"))
        .isEqualTo(
            "parameter n: the default ten (expected: a whole number from -2147483648 to"
                + " 2147483647)");
    assertThat(
            declarationFault(
                "public record P(int n) {} public record Q(int n) {}"
                    + " public Guest(P p) {} public Guest(Q q) {}"))
        .startsWith("guest.Guest has several public constructors with a record");
  }

  @Test
  void anAttackWithACutClassFileGetsASentence() {
    var classes = AgentSource.compile(AGENT);
    var query = Objects.requireNonNull(classes.get("guest.Guest$Query"));
    for (int length = 0; length < query.length; length += 7) {
      var cut = java.util.Arrays.copyOf(query, length);
      assertThatExceptionOfType(UnfitParameterException.class)
          .isThrownBy(
              () ->
                  AgentParameters.of(
                      name ->
                          name.equals("guest.Guest$Query")
                              ? Optional.of(cut)
                              : Optional.ofNullable(classes.get(name)),
                      "guest.Guest"));
    }
  }

  private static String fault(AgentParameters parameters, String name, String value) {
    try {
      return String.valueOf(parameters.check(Map.of("words", "x", name, value)));
    } catch (UnfitParameterException e) {
      return String.valueOf(e.getMessage());
    }
  }

  private static String declarationFault(String members) {
    try {
      return String.valueOf(of(plain(members)));
    } catch (UnfitParameterException e) {
      return String.valueOf(e.getMessage());
    }
  }

  private static AgentParameters of(String source) throws UnfitParameterException {
    return AgentParameters.ofJar(AgentSource.jar(source), "guest.Guest");
  }

  private static String plain(String members) {
    return "package guest; import dev.sojourn.agent.*; import dev.sojourn.agent.parameter.*; import"
        + " java.util.*; public class Guest implements Agent { "
        + members
        + " public Next visit(Visit visit) { return Next.done(); } }";
  }

  private static org.assertj.core.groups.Tuple tuple(Object... values) {
    return new org.assertj.core.groups.Tuple(values);
  }
}
