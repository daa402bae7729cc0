package dev.sojourn.agent;

/// A program that travels to the host of a site, reads its pages there, and reports findings.
///
/// An implementation is a public class with a public constructor without parameters. Its instance
/// fields are the agent's state. They are saved at each [Visit#checkpoint()] and when [#visit]
/// returns. They are restored before [#visit] is called again, after a crash or for more work.
/// Static fields are not part of the state. [Visit#cause()] says why [#visit] was called.
///
/// An agent with parameters has a public constructor with one record instead:
///
/// ```java
/// public final class Finder implements Agent {
///   public record Query(String words, @Default("10") int best) {}
///
///   private final Query query;
///
///   public Finder(Query query) {
///     this.query = query;
///   }
/// ```
///
/// The owner gives the components by their names (`--with words=robots`). They are `String`,
/// `boolean`, `int`, `long`, `double`, an enum of the agent, or an `Optional` of one of these. The
/// values are signed with the passport. The constructor runs once in the life of an agent; later,
/// the fields come from its state.
@FunctionalInterface
public interface Agent {

  /// Works during one visit at one place.
  ///
  /// After a crash, this method is called again on the state of the last checkpoint. It should
  /// therefore continue from its fields and not start over. Any exception thrown here ends the
  /// visit as failed; findings up to the last checkpoint are kept.
  ///
  /// @param visit the pages, the budget and the way home; valid only until this method returns
  /// @return what to do next
  Next visit(Visit visit);
}
