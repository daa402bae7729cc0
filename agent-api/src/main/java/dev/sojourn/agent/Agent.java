package dev.sojourn.agent;

/// A program that travels to the pages of a site, reads them where they lie, and reports findings.
///
/// An implementation is a public class with a public constructor without parameters. Its instance
/// fields are the agent's state: they are saved at each [Visit#checkpoint()] and when [#visit]
/// returns, and restored before [#visit] is called again, here after a crash or when there is more
/// to do. Static fields do not travel. [Visit#cause()] says why it was called.
@FunctionalInterface
public interface Agent {

  /// Makes one stay at one place.
  ///
  /// After a crash the method is called again on the state of the last checkpoint, so it should go
  /// on from its fields rather than start over. Any exception thrown here ends the visit as failed;
  /// findings up to the last checkpoint are kept.
  ///
  /// @param visit the pages, the budget and the way home; valid only until this method returns
  /// @return where to go next
  Next visit(Visit visit);
}
