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

/// Runs a combination. Each step is a visit in the sandbox that reads no pages. The combining agent
/// receives some agents, and its state and findings are stored together. A killed combination can
/// therefore continue with the next step.
///
/// Agents come from hosts, and a forged agent may make the combining agent throw, loop, or lose its
/// worker. Such a step changes nothing. It is repeated with one agent at a time, and agents that
/// fail alone are left out. Confined to one thread.
public final class CombinationRunner {
  private static final System.Logger LOG = System.getLogger(CombinationRunner.class.getName());

  /// The time that all failed steps of one run may take together, so that many forged agents cannot
  /// delay a crawl for days.
  private static final Duration PATIENCE = Duration.ofMinutes(10);

  /// If all of the first agents up to this number fail, the fault is in the combining agent, not in
  /// the others.
  private static final int ALL_FAIL = 10;

  /// The largest number of agents left out in one run, since each later step stores all of them.
  private static final int MOST_LEFT_OUT = 500;

  private final VisitRunner runner;
  private final CombiningAgent agent;
  private final CombinationJournal journal;
  private final InstantSource clock;

  /// The number of the first agent that need not be processed alone.
  private int aloneBefore;

  private Duration lost = Duration.ZERO;

  /// The number of agents left out in this run.
  private int leftOut;

  /// Creates a runner.
  ///
  /// @param runner runs the steps
  /// @param agent the combining agent
  /// @param journal stores each step
  /// @param clock measures the time of failed steps
  public CombinationRunner(
      VisitRunner runner, CombiningAgent agent, CombinationJournal journal, InstantSource clock) {
    this.runner = runner;
    this.agent = agent;
    this.journal = journal;
    this.clock = clock;
  }

  /// Combines agents, from the beginning or from stored progress.
  ///
  /// @param parts the agents
  /// @param from the last stored progress; [CombinationProgress#NONE] at the beginning
  /// @return the final progress, which is stored
  /// @throws IOException if an agent cannot be read, or a step cannot be stored
  /// @throws InterruptedException if the calling thread was interrupted; the combination can
  ///   continue later
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

  /// Ends the run. No agent of the step caused the failure, so none is left out, and another run
  /// may continue here.
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

  /// Lets the agent report after all agents are combined. Its checkpoints are stored as in any
  /// visit.
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

  /// The lines of a step that combines agents. They are used only if the step finishes.
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

  /// Stores each checkpoint of the report.
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
        // Remembered, because the visit itself would end as a failure of the agent.
        fault = Optional.of(e);
        throw e;
      }
      progress = next;
    }
  }
}
