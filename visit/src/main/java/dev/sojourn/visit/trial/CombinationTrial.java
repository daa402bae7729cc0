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

/// Combines agents after their trials.
///
/// @param code the agent's program
/// @param productToken the crawler's name
/// @param parameters the parameters of the agent, by name
/// @param limits the limits of the combination
public record CombinationTrial(
    VisitOrder.Code code, String productToken, Map<String, String> parameters, VisitLimits limits) {
  private static final String SIGNER = "agent-try";

  /// Copies the map.
  public CombinationTrial {
    parameters = Map.copyOf(parameters);
  }

  /// The result of a combination.
  ///
  /// @param progress the progress at the end
  /// @param kept the findings and log lines, in order
  public record Combined(CombinationProgress progress, List<ParcelLine> kept) {
    /// Copies the list.
    public Combined {
      kept = List.copyOf(kept);
    }
  }

  /// Combines agents.
  ///
  /// @param sandbox the sandbox that runs the agent
  /// @param parts the agents after their visits
  /// @return the result
  /// @throws IOException never, since the journal and the agents are in memory
  /// @throws InterruptedException if the calling thread was interrupted; the agent no longer runs
  public Combined run(Sandbox sandbox, List<AgentPart> parts)
      throws IOException, InterruptedException {
    var kept = new ArrayList<ParcelLine>();
    var progress =
        runner(sandbox, (_, lines) -> kept.addAll(lines))
            .run(listed(parts), CombinationProgress.NONE);
    return new Combined(progress, kept);
  }

  /// {@return the runner of the steps}
  ///
  /// @param sandbox the sandbox that runs the agent
  /// @param journal stores each step
  public CombinationRunner runner(Sandbox sandbox, CombinationJournal journal) {
    var clock = InstantSource.system();
    return new CombinationRunner(
        new VisitRunner(sandbox, clock),
        new CombiningAgent(SIGNER, code, productToken, parameters, limits),
        journal,
        clock);
  }

  /// {@return the parts of a list in memory}
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
