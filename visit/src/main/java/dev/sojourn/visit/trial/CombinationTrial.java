package dev.sojourn.visit.trial;

import dev.sojourn.atp.parcel.ParcelLine;
import dev.sojourn.sandbox.AgentPart;
import dev.sojourn.sandbox.Sandbox;
import dev.sojourn.sandbox.VisitLimits;
import dev.sojourn.sandbox.VisitOrder;
import dev.sojourn.visit.VisitRunner;
import dev.sojourn.visit.combine.CombinationJournal;
import dev.sojourn.visit.combine.CombinationParts;
import dev.sojourn.visit.combine.CombinationProgress;
import dev.sojourn.visit.combine.CombinationRunner;
import dev.sojourn.visit.combine.CombiningAgent;
import java.io.IOException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// A combination of agents that were tried.
///
/// @param code the agent's program
/// @param productToken the crawler's name
/// @param parameters of the agent, by name
/// @param limits what the combination may spend
public record CombinationTrial(
    VisitOrder.Code code, String productToken, Map<String, String> parameters, VisitLimits limits) {
  private static final String SIGNER = "agent-try";

  /// Copies the map.
  public CombinationTrial {
    parameters = Map.copyOf(parameters);
  }

  /// The end of a combination.
  ///
  /// @param progress how far it came
  /// @param kept its findings and log lines, in order
  public record Combined(CombinationProgress progress, List<ParcelLine> kept) {
    /// Copies the list.
    public Combined {
      kept = List.copyOf(kept);
    }
  }

  /// Combines.
  ///
  /// @param sandbox where the agent runs
  /// @param parts the agents after their visits
  /// @return the result
  /// @throws IOException never, since nothing is read or written
  /// @throws InterruptedException if the calling thread was interrupted; the agent runs no more
  public Combined run(Sandbox sandbox, List<AgentPart> parts)
      throws IOException, InterruptedException {
    var kept = new ArrayList<ParcelLine>();
    var progress =
        runner(sandbox, (_, lines) -> kept.addAll(lines))
            .run(listed(parts), CombinationProgress.NONE);
    return new Combined(progress, kept);
  }

  /// {@return what makes the steps}
  ///
  /// @param sandbox where the agent runs
  /// @param journal keeps each
  public CombinationRunner runner(Sandbox sandbox, CombinationJournal journal) {
    var clock = InstantSource.system();
    return new CombinationRunner(
        new VisitRunner(sandbox, clock),
        new CombiningAgent(SIGNER, code, productToken, parameters, limits),
        journal,
        clock);
  }

  /// {@return agents that are in memory}
  ///
  /// @param parts the agents after their visits
  public static CombinationParts listed(List<AgentPart> parts) {
    return new CombinationParts() {
      @Override
      public int size() {
        return parts.size();
      }

      @Override
      public AgentPart part(int number) {
        return parts.get(number);
      }
    };
  }
}
