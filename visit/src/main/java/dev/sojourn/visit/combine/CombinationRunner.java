package dev.sojourn.visit.combine;

import dev.sojourn.atp.parcel.ParcelLine;
import dev.sojourn.base.Bytes;
import dev.sojourn.base.text.Messages;
import dev.sojourn.robots.RobotsTxt;
import dev.sojourn.sandbox.AgentPart;
import dev.sojourn.visit.RoutePolicy;
import dev.sojourn.visit.VisitGate;
import dev.sojourn.visit.VisitJournal;
import dev.sojourn.visit.VisitOutcome;
import dev.sojourn.visit.VisitProgress;
import dev.sojourn.visit.VisitResult;
import dev.sojourn.visit.VisitRunner;
import dev.sojourn.visit.content.Content;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The runner of a combination. Each step is a visit in the sandbox that reads no page: an agent is
/// given some others, and its state and its findings are kept together. So a combination that was
/// killed goes on with the next step.
///
/// Agents come from hosts, and one that was forged may make the combining agent throw, loop, or
/// lose its worker. A step that ends so has changed nothing. It is made again with one agent at a
/// time, and those that fail alone are left out. Confined to one thread.
public final class CombinationRunner {
  private static final System.Logger LOG = System.getLogger(CombinationRunner.class.getName());

  /// The time that all failing steps of one run may take together: a crowd of forged agents must
  /// not hold a crawl up for days.
  private static final Duration PATIENCE = Duration.ofMinutes(10);

  /// If none of this number can be taken in, the agent is at fault and not its hosts.
  private static final int ALL_FAIL = 10;

  /// The most agents that are left out in one run. Each is written with each later step.
  private static final int MOST_LEFT_OUT = 500;

  private final VisitRunner runner;
  private final CombiningAgent agent;
  private final CombinationJournal journal;
  private final InstantSource clock;

  /// The number of the first agent that need not be given alone.
  private int aloneBefore;

  private Duration lost = Duration.ZERO;

  /// How many were left out in this run.
  private int leftOut;

  /// Creates a runner.
  ///
  /// @param runner makes the steps
  /// @param agent takes the others in
  /// @param journal keeps each step
  /// @param clock measures the time that is lost
  public CombinationRunner(
      VisitRunner runner, CombiningAgent agent, CombinationJournal journal, InstantSource clock) {
    this.runner = runner;
    this.agent = agent;
    this.journal = journal;
    this.clock = clock;
  }

  /// Combines, from the beginning or from the progress that was kept.
  ///
  /// @param parts the agents
  /// @param from the progress that was kept last; [CombinationProgress#NONE] at the beginning
  /// @return the progress at its end, which is kept
  /// @throws IOException if an agent cannot be read, or a step cannot be kept
  /// @throws InterruptedException if the calling thread was interrupted; it can go on later
  public CombinationProgress run(CombinationParts parts, CombinationProgress from)
      throws IOException, InterruptedException {
    var progress = from;
    while (!progress.isOver()) {
      progress = progress.next() < parts.size() ? takeIn(parts, progress) : report(progress);
    }
    return progress;
  }

  private CombinationProgress takeIn(CombinationParts parts, CombinationProgress before)
      throws IOException, InterruptedException {
    var batch = batch(parts, before.next());
    var begun = clock.instant();
    var kept = new StepLines();
    var result = run(before, batch, kept);
    long findings = before.findings() + kept.count;
    if (result.outcome() instanceof VisitOutcome.Finished
        && findings <= agent.mostFindings(before)) {
      var after = before.taken(batch.size(), Bytes.wrap(result.state().orElseThrow()), kept.count);
      journal.keep(after, kept.lines);
      return after;
    }
    if (result.outcome() instanceof VisitOutcome.WorkerLost gone && gone.bystander()) {
      return ended(before, "A step lost its worker by no fault of an agent: " + sentence(gone));
    }
    if (result.outcome() instanceof VisitOutcome.Denied denied && batch.size() == 1) {
      return ended(before, "The agent cannot combine: " + sentence(denied));
    }
    lost = lost.plus(Duration.between(begun, clock.instant()));
    LOG.log(
        System.Logger.Level.DEBUG,
        "Agents {0} to {1} cannot be combined: {2}",
        before.next(),
        before.next() + batch.size() - 1,
        result.outcome().reason());
    if (batch.size() > 1) {
      aloneBefore = before.next() + batch.size();
      return before;
    }
    var after = leavingOut(before, reason(before, result.outcome()));
    journal.keep(after, List.of());
    return after;
  }

  /// No agent of the step is to blame, so none is left out, and another run may go on here.
  private CombinationProgress ended(CombinationProgress before, String reason) throws IOException {
    var after = before.failed(reason);
    journal.keep(after, List.of());
    return after;
  }

  private String reason(CombinationProgress before, VisitOutcome outcome) {
    boolean isOfFindings =
        outcome instanceof VisitOutcome.Finished
            || (outcome instanceof VisitOutcome.Stopped stopped
                && stopped.limit().filter("findings"::equals).isPresent());
    if (!isOfFindings) {
      return sentence(outcome);
    }
    long most = agent.mostFindings(before) - before.findings();
    return most == 0
        ? "There are findings about it, and the combination may report no more of them."
        : "There are more than %s about it, which is half of what may still be reported."
            .formatted(Messages.count(most, "finding"));
  }

  /// The progress after a step with one agent that failed.
  private CombinationProgress leavingOut(CombinationProgress before, String reason) {
    var after = before.leavingOut(reason);
    leftOut++;
    if (!after.hasTaken() && after.next() >= ALL_FAIL) {
      return after.failed(
          "None of the first %d agents can be taken in, the last since: %s"
              .formatted(after.next(), reason));
    }
    if (lost.compareTo(PATIENCE) >= 0) {
      return after.failed(
          "Agents that cannot be taken in cost more than %d minutes, the last since: %s"
              .formatted(PATIENCE.toMinutes(), reason));
    }
    if (leftOut >= MOST_LEFT_OUT) {
      return after.failed(
          "%d agents were left out, after which a run ends; the last since: %s"
              .formatted(leftOut, reason));
    }
    return after;
  }

  private List<AgentPart> batch(CombinationParts parts, int first) throws IOException {
    var batch = new ArrayList<AgentPart>();
    long bytes = 0;
    int most = first < aloneBefore ? 1 : AgentPart.MOST;
    for (int number = first; number < parts.size() && batch.size() < most; number++) {
      var part = parts.part(number);
      bytes += part.state().length;
      if (!batch.isEmpty() && bytes > AgentPart.MOST_BYTES) {
        return batch;
      }
      batch.add(part);
    }
    return batch;
  }

  /// All were taken in: the agent reports. Its checkpoints are kept as in any visit.
  private CombinationProgress report(CombinationProgress before)
      throws IOException, InterruptedException {
    var last = new ReportJournal(before);
    var result = run(before, List.of(), last);
    if (last.fault.isPresent()) {
      throw last.fault.get();
    }
    if (last.progress.isOver()) {
      return last.progress;
    }
    var after = last.progress.failed("The report ended early: " + sentence(result.outcome()));
    journal.keep(after, List.of());
    return after;
  }

  private VisitResult run(CombinationProgress before, List<AgentPart> parts, VisitJournal kept)
      throws IOException, InterruptedException {
    var gate =
        new VisitGate(
            CombiningAgent.NOWHERE,
            agent.productToken(),
            RobotsTxt::disallowAll,
            new RoutePolicy.OverHttp());
    return runner.run(
        agent.order(before, parts),
        CombiningAgent.spent(before),
        gate,
        _ -> new Content.Missing(0, "No page is read while agents are combined."),
        kept);
  }

  private static String sentence(VisitOutcome outcome) {
    var place = outcome.place().isKnown() ? " (at " + outcome.place() + ")" : "";
    return Messages.withoutStop(outcome.reason()) + place + ".";
  }

  private static boolean isKept(ParcelLine line) {
    return switch (line) {
      case ParcelLine.Finding _, ParcelLine.Log _ -> true;
      case ParcelLine.Referral _, ParcelLine.Dropped _, ParcelLine.Counted _, ParcelLine.Page _ ->
          false;
    };
  }

  /// The lines of a step that takes agents in. They count if it finishes.
  private static final class StepLines implements VisitJournal {
    private final List<ParcelLine> lines = new ArrayList<>();
    private long count;

    @Override
    public void commit(VisitProgress progress) {
      add(progress.lines());
    }

    @Override
    public void end(VisitResult result) {
      add(result.lastLines());
    }

    private void add(List<ParcelLine> more) {
      more.stream().filter(CombinationRunner::isKept).forEach(lines::add);
      count = lines.stream().filter(ParcelLine.Finding.class::isInstance).count();
    }
  }

  /// Keeps each checkpoint of the report.
  private final class ReportJournal implements VisitJournal {
    private CombinationProgress progress;
    private Optional<IOException> fault = Optional.empty();

    ReportJournal(CombinationProgress before) {
      this.progress = before;
    }

    @Override
    public void commit(VisitProgress made) throws IOException {
      keep(Bytes.copyOf(made.state()), made.lines(), false);
    }

    @Override
    public void end(VisitResult result) throws IOException {
      // An agent that did not finish would repeat its reports since the last checkpoint.
      if (result.state().isPresent()) {
        keep(Bytes.copyOf(result.state().get()), result.lastLines(), true);
      }
    }

    private void keep(Bytes state, List<ParcelLine> said, boolean isLast) throws IOException {
      var lines = said.stream().filter(CombinationRunner::isKept).toList();
      var next =
          progress.taken(
              0, state, lines.stream().filter(ParcelLine.Finding.class::isInstance).count());
      next = isLast ? next.over() : next;
      try {
        journal.keep(next, lines);
      } catch (IOException e) {
        // The visit would end as a failure of the agent, which this is not.
        fault = Optional.of(e);
        throw e;
      }
      progress = next;
    }
  }
}
