package dev.sojourn.sandbox.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.sojourn.sandbox.AgentSource;
import java.util.Map;
import java.util.TreeMap;
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
  void violationsOfSeveralClassesAreReportedTogether() {
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
  void aClassOfANewerJavaIsReportedAsThatWithTheNextStep() {
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

  /// A library of three hundred classes would break the one rule three hundred times.
  @Test
  void aLibraryInAPackageOfTheSandboxIsOneRefusalWithTheWayOut() {
    var agent = "package guest; public class Guest { void go() { System.exit(0); } }";
    var classes = new TreeMap<>(AgentSource.compile(agent));
    var library = new StringBuilder("package javax.annotation; class Lib {");
    for (int i = 0; i < 304; i++) {
      library.append("static class C").append(i).append(" {}\n");
    }
    classes.putAll(AgentSource.compile(library.append("}").toString()));

    var refused = refused(AgentSource.jar(classes));

    assertThat(refused).hasMessageContaining("guest.Guest.go (line 1) uses java.lang.System.exit");
    assertThat(refused.others())
        .containsExactly(
            "javax.annotation.Lib is in a package that agents may not define, like 304 more classes"
                + " of the jar (allowed: packages of its own; Maven's shade plugin relocates a"
                + " library into one)");
  }

  /// The author cannot compile a library of 2009 anew, and need not: it has no place there anyway.
  @Test
  void soIsOneThatWasCompiledForAnOlderJava() {
    var classes =
        new TreeMap<>(AgentSource.compile("package javax.old; class A { class B {} class C {} }"));
    classes.values().forEach(bytes -> bytes[7] = 49);

    var refused = refused(AgentSource.jar(classes));

    assertThat(refused)
        .hasMessageStartingWith(
            "javax.old.A is in a package that agents may not define, like 2 more");
    assertThat(refused.others()).isEmpty();
  }

  @Test
  void theHintForSuchALibraryFitsIt() {
    assertThat(Hints.insteadOfDefining("org.jsoup.Jsoup"))
        .isEqualTo(
            " (allowed: the views of dev.sojourn.agent.Page, or packages of its own; Maven's shade"
                + " plugin relocates a library into one)");
    assertThat(Hints.insteadOfDefining("dev.sojourn.agent.Agent")).contains("scope provided");
  }

  /// The author hears of each fault of the agent, and of those of the library once.
  @Test
  void aLibraryThatBreaksManyRulesIsOneRefusalBehindThoseOfTheAgent() {
    var agent = "package org.example.mine; public class Guest { void go() { System.exit(0); } }";
    var classes = new TreeMap<>(AgentSource.compile(agent));
    classes.putAll(
        AgentSource.compile(
            "package com.lib.deep; class A { void a() {\n" + "System.gc();\n".repeat(200) + "} }"));
    classes.putAll(
        AgentSource.compile(
            "package com.lib.other; class B { void b() {\n"
                + "System.gc();\n".repeat(105)
                + "} }"));

    var refused = refused(AgentSource.jar(classes));

    assertThat(refused).hasMessageContaining("org.example.mine.Guest.go (line 1) uses java.lang.");
    assertThat(refused.others())
        .singleElement()
        .asString()
        .startsWith("com.lib.deep.A.a (line 2) uses java.lang.System.gc (allowed: ")
        .endsWith(
            "; so it goes on 304 times in the 2 classes of com.lib (allowed: a library that keeps"
                + " to the rules of agents, or the part of it that does)");
  }

  @Test
  void aLibraryThatBreaksAThousandRulesHidesNoneOfTheAgents() {
    var agent = "package org.example.mine; public class Guest { void go() { System.exit(0); } }";
    var classes = new TreeMap<>(AgentSource.compile(agent));
    var library = new StringBuilder("package com.lib; class A {");
    for (int i = 0; i < 10; i++) {
      library.append("void a").append(i).append("() {\n").append("System.gc();\n".repeat(200));
      library.append("} static class C").append(i).append(" {}\n");
    }
    classes.putAll(AgentSource.compile(library.append("}").toString()));

    var refused = refused(AgentSource.jar(classes));

    assertThat(refused).hasMessageContaining("org.example.mine.Guest.go (line 1) uses java.lang.");
    assertThat(refused.others())
        .singleElement()
        .asString()
        .contains("so it goes on at least 998 times in the 11 classes of com.lib");
  }
}
