package dev.sojourn.kit;

import dev.sojourn.agent.Agent;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/// Marks a class of tests of an agent. Each test that has a parameter of type [AgentTrial] is given
/// one, with a folder of pages of its own.
///
/// ```java
/// @AgentTest(TitlesAgent.class)
/// class TitlesAgentTest {
///   @Test
///   void reportsTheTitleOfEachPage(AgentTrial trial) {
///     trial.page("index.html", "<title>One</title><a href=two.html>two</a>");
///     trial.page("two.html", "<title>Two</title>");
///     assertEquals(List.of("One", "Two"), trial.visit().values("title"));
///   }
/// }
/// ```
///
/// The agent is packed and admitted as hosts do it, and runs in a confined worker. Its classes are
/// those of the directory or jar that its class comes from. One sandbox serves all tests of a JVM.
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
@ExtendWith(AgentTestExtension.class)
public @interface AgentTest {

  /// {@return the agent that is tested}
  Class<? extends Agent> value();

  /// {@return a folder of pages, which each test gets a copy of; if it is empty, a test begins
  /// without pages}
  String pages() default "";

  /// {@return the agent's parameters, as `words=robots`; a test may add to them}
  String[] with() default {};

  /// {@return what a visit may spend, as `cpu=2s` and `pages=100`; a test may add to it}
  String[] limits() default {};
}
