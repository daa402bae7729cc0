package dev.sojourn.sandbox.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.sojourn.sandbox.AgentSource;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// The refusal of an agent that breaks several rules: it names them all at once.
final class AllViolationsTest {

  private static RefusedException refused(byte[] jar) {
    return catchThrowableOfType(RefusedException.class, () -> Admission.admit(jar));
  }

  @Test
  void namesEachViolationWithItsLine() {
    var refused =
        refused(
            AgentSource.visiting(
                """
                System.exit(0);
                Runtime.getRuntime();
                "a".matches("b");
                """));

    assertThat(refused)
        .hasMessageStartingWith("guest.Guest.visit (line 6) uses java.lang.System.exit (allowed: ");
    assertThat(refused.others())
        .satisfiesExactly(
            second -> assertThat(second).contains("(line 7) uses java.lang.Runtime"),
            third -> assertThat(third).contains("(line 8) uses java.lang.String.matches"));
  }

  @Test
  void twentyAreNamedAndTheOthersCounted() {
    var refused = refused(AgentSource.visiting("System.exit(0);\n".repeat(50)));

    assertThat(refused.others()).hasSize(20).endsWith("and 30 more");
    assertThat(refused.others().get(18)).contains("(line 25) uses java.lang.System.exit");
  }

  @Test
  void theSearchEndsWhenThereAreAThousand() {
    var refused = refused(AgentSource.visiting("System.exit(0);\n".repeat(3_000)));

    assertThat(refused.others()).hasSize(20).endsWith("and 980 more at least");
  }

  @Test
  void violationsOfSeveralClassesAreToldTogether() {
    var refused =
        refused(
            AgentSource.agent(
                """
                static class A { void a() { System.exit(1); } }
                static class B { synchronized void b() {} }
                public Next visit(Visit visit) { return Next.done(); }
                """));

    assertThat(refused).hasMessageContaining("guest.Guest$A.a ");
    assertThat(refused.others()).singleElement().asString().contains("guest.Guest$B.b");
  }

  @Test
  void constructorsKeepTheirName() {
    var refused =
        refused(
            AgentSource.agent(
                "Object o = new Thread();\npublic Next visit(Visit v) { return Next.done(); }\n"));

    assertThat(refused).hasMessageContaining("guest.Guest.<init> (line 5)");
    assertThat(refused.others()).noneMatch(other -> other.contains("?"));
  }

  @Test
  void aClassOfANewerJavaIsToldAsThatWithTheNextStep() {
    // Version 70 is that of Java 26.
    byte[] head = {(byte) 0xca, (byte) 0xfe, (byte) 0xba, (byte) 0xbe, 0, 0, 0, 70, 0, 1};

    assertThat(refused(AgentSource.jar(Map.of("guest.Guest", head))))
        .hasMessage(
            "guest.Guest has class file version 70.0, which is that of Java 26; compile it with JDK"
                + " 25 (allowed: 52.0 to 69.0, Java 8 to 25 without preview)");
  }

  @Test
  void soIsAClassOfAnOlderJava() {
    byte[] head = {(byte) 0xca, (byte) 0xfe, (byte) 0xba, (byte) 0xbe, 0, 0, 0, 51, 0, 1};

    assertThat(refused(AgentSource.jar(Map.of("guest.Guest", head))))
        .hasMessageContaining("which is that of Java 7; compile it with JDK 25");
  }
}
