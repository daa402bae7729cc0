package dev.sojourn.kit;

import dev.sojourn.agent.Agent;
import dev.sojourn.agent.Scope;
import dev.sojourn.page.parse.InProcessReader;
import dev.sojourn.sandbox.VisitLimits;
import dev.sojourn.sandbox.VisitOrder;
import dev.sojourn.sandbox.worker.InProcessSandbox;
import dev.sojourn.visit.trial.FolderVisit;
import dev.sojourn.visit.trial.TrialStart;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A visit without a sandbox, to debug an agent: the given object runs on the calling thread, in
/// the JVM of its author. Use [AgentTest] to learn whether hosts admit the code.
///
/// ```java
/// var visit = AgentRun.of(new TitlesAgent()).over(Path.of("pages"));
/// visit.findings().forEach(IO::println);
/// ```
///
/// Pages, rules of robots.txt, findings and state are those of the sandbox: each checkpoint writes
/// the state and reads a copy back, so a thousand pages take seconds, and ten thousand a minute.
/// There is no admission. Time, memory, pages and output are not limited, except findings of 256
/// KiB, states of 16 MiB, and 12 MiB of output between two checkpoints. Only for your own agents:
/// nothing confines their code. Confined to one thread.
public final class AgentRun {
  private static final String TOKEN = "SojournBot";
  private static final Duration CENTURY = Duration.ofDays(36_525);

  /// A count that no visit reaches; sums of such counts do not overflow.
  private static final long UNLIMITED = 1L << 60;

  private final Agent agent;
  private final List<String> starts = new ArrayList<>();
  private final List<String> messages = new ArrayList<>();

  private AgentRun(Agent agent) {
    this.agent = agent;
  }

  /// {@return a run of an agent}
  ///
  /// @param agent the agent, made with the parameters that it needs
  public static AgentRun of(Agent agent) {
    return new AgentRun(agent);
  }

  /// Starts the visit at a page. Without a start, the visit starts at the site's root, or at all
  /// HTML files if there is no index file.
  ///
  /// @param path the path of the page, such as `/guide/`
  /// @return this
  public AgentRun startingAt(String path) {
    starts.add(path);
    return this;
  }

  /// Sends a message to the agent, which gets it at its first checkpoint.
  ///
  /// @param text at most 16,000 characters
  /// @return this
  /// @throws IllegalArgumentException if it is longer
  public AgentRun message(String text) {
    messages.add(AgentTrial.requireMessage(text));
    return this;
  }

  /// Makes the visit. An exception of the agent comes out as it is. The agent keeps its fields, so
  /// that a further call makes its next visit.
  ///
  /// @param pages a folder of pages, served as `http://localhost/`; `robots.txt` is the site's
  ///   robots.txt
  /// @return how the visit ended, and its results
  /// @throws IllegalArgumentException if there is no such folder, or a start is not a path
  /// @throws IllegalStateException if a value in the agent's fields cannot travel
  public TriedVisit over(Path pages) {
    if (!Files.isDirectory(pages)) {
      throw new IllegalArgumentException(
          "pages: " + pages.toAbsolutePath() + " (expected: a folder of pages)");
    }
    var type = agent.getClass();
    try (var sandbox =
        new InProcessSandbox(agent, ClassDirectory.typesOf(type), new InProcessReader())) {
      var urls = TrialStarts.of(pages, FolderVisit.ORIGIN, starts);
      var site = Scope.site(FolderVisit.ORIGIN);
      var inputs = new VisitOrder.Inputs(TOKEN, urls, site, 1);
      var code = new VisitOrder.Code("", new byte[0], type.getName());
      var start = TrialStart.of(Optional.empty()).withMessages(messages);
      var visit = new FolderVisit(pages, site, inputs, limits());
      return new TriedVisit(visit.run(sandbox, code, start));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("the visit was interrupted", e);
    }
  }

  /// The limits of a finding and a state, and no others. Each checkpoint is saved.
  private static VisitLimits limits() {
    var usual = VisitLimits.defaults();
    return new VisitLimits(
        CENTURY,
        CENTURY,
        UNLIMITED,
        UNLIMITED,
        UNLIMITED,
        UNLIMITED,
        usual.findingBytes(),
        UNLIMITED,
        UNLIMITED,
        usual.stateBytes(),
        Integer.MAX_VALUE,
        UNLIMITED,
        Duration.ZERO);
  }
}
