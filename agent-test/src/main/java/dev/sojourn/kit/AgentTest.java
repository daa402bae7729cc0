package dev.sojourn.kit;

import dev.sojourn.agent.Agent;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/// Marks a class of tests of an agent. Each test with a parameter of type [AgentTrial] gets its own
/// trial, with its own folder of pages.
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
/// The agent is packed, admitted as at a host, and run in a confined worker. Its classes come from
/// the directory or jar of the agent's class. One sandbox serves all tests of a JVM.
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
@ExtendWith(AgentTestExtension.class)
public @interface AgentTest {

  /// {@return the class of the agent under test}
  Class<? extends Agent> value();

  /// {@return a folder of pages, copied for each test; if it is empty text, a test begins without
  /// pages}
  String pages() default "";

  /// {@return the agent's parameters, such as `words=robots`; a test may add further ones}
  String[] with() default {};

  /// {@return the limits of a visit, such as `cpu=2s` and `pages=100`; a test may add further ones}
  String[] limits() default {};
}
