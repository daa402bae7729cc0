package dev.sojourn.host.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.agent.Scope;
import dev.sojourn.agent.WakeConditions;
import dev.sojourn.atp.parcel.ParcelLine;
import dev.sojourn.atp.parcel.VisitState;
import dev.sojourn.atp.parcel.VisitStatus;
import dev.sojourn.host.stay.ChangeMark;
import dev.sojourn.host.stay.Parking;
import dev.sojourn.host.stay.StayView;
import dev.sojourn.host.store.SignedStatus;
import dev.sojourn.host.store.VisitEnding;
import dev.sojourn.host.store.VisitKey;
import dev.sojourn.visit.VisitOutcome;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// A naive host around the real life cycle: a disk that keeps flushed writes, a sandbox whose
/// agents read one page a step, and places. Everything happens in single steps of one thread, and
/// the process may crash between any two of them: then only the disk is left.
final class SimulatedHost {
  private static final Instant NOW = Instant.parse("2026-05-01T10:00:00Z");
  private static final int PLACES = 2;

  /// A visit on disk.
  static final class Row {
    final int generation;
    final int pages;
    final int limit;
    VisitState state = VisitState.WAITING;
    List<Integer> findings = new ArrayList<>();
    int wakes;

    Row(int generation, int pages, int limit) {
      this.generation = generation;
      this.pages = pages;
      this.limit = limit;
    }
  }

  /// A write on its way to the disk.
  private record Write(Runnable kept, Runnable lost) {}

  /// A visit in the process.
  private static final class Active {
    final String agent;
    final int generation;
    final Optional<Active> earlier;
    final ArrayDeque<VisitEvent> mailbox = new ArrayDeque<>();
    final ArrayDeque<VisitCommand> commands = new ArrayDeque<>();
    VisitRecord record;
    boolean hasPlace;
    boolean isAtHand;
    boolean isStopping;
    boolean hasLeft;
    @Nullable Run run;

    Active(String agent, int generation, Optional<Active> earlier, boolean isAtHand) {
      this.agent = agent;
      this.generation = generation;
      this.earlier = earlier;
      this.isAtHand = isAtHand && earlier.isEmpty();
      this.record = VisitMachine.first(earlier.isPresent());
      commands.add(VisitMachine.command(record));
    }
  }

  /// An agent in the sandbox.
  private static final class Run {
    final int granted;
    final int pages;
    final boolean isToPark;
    int next;
    int spent;
    boolean isCommitting;
    final List<Integer> unkept = new ArrayList<>();

    Run(int granted, int pages, int next, boolean isToPark) {
      this.isToPark = isToPark;
      this.granted = granted;
      this.pages = pages;
      this.next = next;
    }
  }

  final Map<String, Row> disk = new TreeMap<>();
  final List<Row> replaced = new ArrayList<>();
  final Map<String, Boolean> transfers = new HashMap<>();
  final Map<String, Integer> killsAsked = new HashMap<>();
  int visitsCounted;
  int crashes;
  int parkings;
  int resumed;
  private final RandomGenerator random;
  private final double trouble;
  private final List<Write> writes = new ArrayList<>();
  private final Map<String, Active> active = new TreeMap<>();
  private final List<Active> all = new ArrayList<>();
  private final List<Runnable> toBegin = new ArrayList<>();
  private final List<Active> queue = new ArrayList<>();
  private boolean isClosing;

  SimulatedHost(RandomGenerator random, double trouble) {
    this.random = random;
    this.trouble = trouble;
  }

  /// A DISPATCH arrives. The answer comes when the agent is on disk, or never.
  void dispatch(String agent, String transfer, int pages, int limit, Runnable answered) {
    if (isClosing) {
      return;
    }
    writes.add(
        new Write(
            () -> {
              if (transfers.containsKey(transfer)) {
                answered.run();
                return;
              }
              var before = disk.get(agent);
              if (before != null && !before.state.isFinal()) {
                return;
              }
              if (before != null) {
                replaced.add(before);
              }
              int generation = before == null ? 0 : before.generation + 1;
              transfers.put(transfer, true);
              visitsCounted++;
              disk.put(agent, new Row(generation, pages, limit));
              toBegin.add(() -> begin(agent, generation, true));
              toBegin.add(answered);
            },
            () -> {}));
  }

  /// The owner calls an agent back.
  void kill(String agent) {
    killsAsked.merge(agent, 1, Integer::sum);
    var visit = active.get(agent);
    if (visit != null) {
      visit.mailbox.add(new VisitEvent.Killed("called back", NOW));
    } else {
      writes.add(
          new Write(
              () -> {
                endOnDisk(agent, VisitState.KILLED, List.of());
                // It may have been woken in the same moment.
                var woken = active.get(agent);
                if (woken != null) {
                  woken.mailbox.add(new VisitEvent.Killed("called back", NOW));
                }
              },
              () -> {}));
    }
  }

  /// Something wakes an agent, if it is parked.
  void wake(String agent) {
    if (isClosing) {
      return;
    }
    writes.add(
        new Write(
            () -> {
              var row = disk.get(agent);
              if (row != null && row.state == VisitState.PARKED) {
                row.state = VisitState.WAITING;
                row.wakes++;
                toBegin.add(() -> begin(agent, row.generation, false));
              }
            },
            () -> {}));
  }

  boolean isParked(String agent) {
    var row = disk.get(agent);
    return row != null && row.state == VisitState.PARKED;
  }

  boolean isFinal(String agent) {
    var row = disk.get(agent);
    return row != null && row.state.isFinal();
  }

  boolean isIdle() {
    return writes.isEmpty() && active.isEmpty() && toBegin.isEmpty();
  }

  /// The process crashes, and starts again.
  void crash() {
    crashes++;
    restart();
  }

  private void restart() {
    isClosing = false;
    writes.clear();
    active.clear();
    all.clear();
    toBegin.clear();
    queue.clear();
    for (var row : disk.entrySet()) {
      var state = row.getValue().state;
      if (!state.isFinal() && state != VisitState.PARKED) {
        resumed++;
        begin(row.getKey(), row.getValue().generation, false);
      }
    }
  }

  void close() {
    isClosing = true;
    all.forEach(visit -> visit.mailbox.add(new VisitEvent.Closed()));
  }

  private void begin(String agent, int generation, boolean isAtHand) {
    if (isClosing) {
      return;
    }
    var earlier = Optional.ofNullable(active.get(agent));
    var visit = new Active(agent, generation, earlier, isAtHand);
    active.put(agent, visit);
    all.add(visit);
  }

  /// One of all the events that can come next.
  void step() {
    var choices = new ArrayList<Runnable>();
    if (!writes.isEmpty()) {
      choices.add(this::flush);
    }
    if (!toBegin.isEmpty()) {
      choices.add(() -> toBegin.removeFirst().run());
    }
    for (var visit : all) {
      if (!visit.commands.isEmpty()) {
        choices.add(() -> carryOut(visit, visit.commands.remove()));
      } else if (!visit.mailbox.isEmpty()) {
        choices.add(() -> decide(visit, visit.mailbox.remove()));
      } else if (visit.record instanceof VisitRecord.Resting) {
        choices.add(() -> decide(visit, new VisitEvent.Rested()));
      }
      var run = visit.run;
      if (run != null && !run.isCommitting) {
        choices.add(() -> runOn(visit, run));
      }
    }
    if (choices.isEmpty()) {
      if (isClosing) {
        restart();
      }
      return;
    }
    choices.get(random.nextInt(choices.size())).run();
    check();
  }

  private void decide(Active visit, VisitEvent event) {
    var before = visit.record;
    visit.record = VisitMachine.next(before, event);
    VisitMachine.command(before, visit.record).ifPresent(visit.commands::add);
  }

  private void carryOut(Active visit, VisitCommand command) {
    switch (command) {
      case VisitCommand.AwaitEarlier _ -> {
        if (visit.earlier.isEmpty() || visit.earlier.get().hasLeft) {
          visit.mailbox.add(new VisitEvent.Cleared());
        }
      }
      case VisitCommand.Enter _ -> enter(visit);
      case VisitCommand.Run(boolean isAtHand) -> start(visit, isAtHand);
      case VisitCommand.Stop _ -> visit.isStopping = true;
      case VisitCommand.KeepEnd(var conclusion) -> keepEnd(visit, conclusion);
      case VisitCommand.Rest _ -> assertThat(visit.run).isNull();
      case VisitCommand.Leave _ -> leave(visit);
    }
  }

  private void enter(Active visit) {
    if (taken() < PLACES) {
      visit.hasPlace = true;
      visit.mailbox.add(new VisitEvent.Entered(visit.isAtHand));
    } else {
      visit.isAtHand = false;
      queue.add(visit);
    }
  }

  private long taken() {
    return all.stream().filter(visit -> visit.hasPlace).count();
  }

  private void start(Active visit, boolean isAtHand) {
    var row = disk.get(visit.agent);
    visit.isStopping = false;
    if (row == null) {
      throw new AssertionError("an agent runs that is not on disk: " + visit.agent);
    }
    if (row.state.isFinal()) {
      visit.mailbox.add(new VisitEvent.FoundOver());
      return;
    }
    assertThat(all).noneMatch(other -> other.run != null && other.agent.equals(visit.agent));
    boolean isFresh =
        isAtHand && row.state == VisitState.WAITING && row.generation == visit.generation;
    int kept = isFresh ? 0 : row.findings.size();
    // Each agent with several pages parks once, after its first.
    boolean isToPark = row.wakes == 0 && row.pages > 1;
    visit.run = new Run(row.limit - kept, row.pages, kept, isToPark);
    row.state = VisitState.RUNNING;
  }

  private void runOn(Active visit, Run run) {
    if (visit.isStopping && random.nextInt(3) > 0) {
      visit.run = null;
      visit.mailbox.add(new VisitEvent.Stopped());
    } else if (run.isToPark && run.next > 0) {
      park(visit, run);
    } else if (run.spent >= run.granted || run.next >= run.pages) {
      visit.run = null;
      VisitOutcome outcome =
          run.next >= run.pages
              ? new VisitOutcome.Finished(List.of())
              : new VisitOutcome.Stopped("");
      visit.mailbox.add(new VisitEvent.Ended(new PendingEnd.Decided(ending(outcome, run.unkept))));
    } else if (random.nextDouble() < trouble / 20) {
      visit.run = null;
      visit.mailbox.add(
          new VisitEvent.Ended(
              new PendingEnd.Decided(VisitEnding.failed("a fault of the host", NOW))));
    } else if (random.nextInt(3) == 0 && !run.unkept.isEmpty()) {
      commit(visit, run);
    } else {
      run.unkept.add(run.next++);
      run.spent++;
    }
  }

  /// All that the agent found is on disk before it asks to stay.
  private void park(Active visit, Run run) {
    if (!run.unkept.isEmpty()) {
      commit(visit, run);
      return;
    }
    visit.run = null;
    visit.mailbox.add(
        new VisitEvent.Ended(
            new PendingEnd.Parked(
                new Parking(
                    new VisitKey("owner", visit.agent),
                    "signer",
                    new StayView(Scope.site("http://site.example"), "ExampleBot"),
                    WakeConditions.byMessage(),
                    NOW.plusSeconds(60),
                    ChangeMark.NONE,
                    NOW))));
  }

  private static VisitEnding ending(VisitOutcome outcome, List<Integer> pages) {
    var lines = pages.stream().<ParcelLine>map(page -> new ParcelLine.Finding("" + page)).toList();
    return new VisitEnding(outcome, lines, Optional.empty(), Optional.empty(), NOW);
  }

  private void commit(Active visit, Run run) {
    run.isCommitting = true;
    var lines = List.copyOf(run.unkept);
    Runnable lost =
        () -> {
          visit.run = null;
          visit.mailbox.add(new VisitEvent.DiskFailed());
        };
    writes.add(
        new Write(
            () -> {
              var row = disk.get(visit.agent);
              if (row == null || row.state.isFinal()) {
                lost.run();
                return;
              }
              row.findings.addAll(lines);
              run.unkept.clear();
              run.isCommitting = false;
            },
            lost));
  }

  private void keepEnd(Active visit, PendingEnd conclusion) {
    assertThat(visit.run).as("an end is kept while the agent runs").isNull();
    switch (conclusion) {
      case PendingEnd.Own own -> keepEnd(visit, own.ending());
      case PendingEnd.Decided decided -> keepEnd(visit, decided.ending());
      case PendingEnd.Parked _ ->
          writes.add(
              new Write(
                  () -> {
                    var row = disk.get(visit.agent);
                    if (row != null && !row.state.isFinal()) {
                      row.state = VisitState.PARKED;
                      parkings++;
                    }
                    visit.mailbox.add(
                        new VisitEvent.EndKept(
                            Optional.ofNullable(row).map(kept -> status(kept.state))));
                  },
                  () -> visit.mailbox.add(new VisitEvent.EndLost())));
    }
  }

  private static SignedStatus status(VisitState state) {
    return new SignedStatus(
        new VisitStatus(
            state,
            "",
            List.of(),
            0,
            0,
            0,
            0,
            0,
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            List.of()),
        Optional.empty());
  }

  private void keepEnd(Active visit, VisitEnding ending) {
    var pages =
        ending.lines().stream()
            .map(line -> Integer.valueOf(((ParcelLine.Finding) line).json()))
            .toList();
    writes.add(
        new Write(
            () -> {
              endOnDisk(visit.agent, ending.outcome().state(), pages);
              visit.mailbox.add(
                  new VisitEvent.EndKept(
                      Optional.of(new SignedStatus(VisitStatus.waiting(), Optional.empty()))));
            },
            () -> visit.mailbox.add(new VisitEvent.EndLost())));
  }

  private void endOnDisk(String agent, VisitState state, List<Integer> pages) {
    var row = disk.get(agent);
    if (row != null && !row.state.isFinal()) {
      row.findings.addAll(pages);
      row.state = state;
    }
  }

  private void leave(Active visit) {
    assertThat(visit.run).as("a visit leaves while its agent runs").isNull();
    visit.hasLeft = true;
    visit.hasPlace = false;
    queue.remove(visit);
    active.remove(visit.agent, visit);
    all.remove(visit);
    for (var other : all) {
      if (other.earlier.filter(before -> before == visit).isPresent()) {
        other.mailbox.add(new VisitEvent.Cleared());
      }
    }
    while (!queue.isEmpty() && taken() < PLACES) {
      var next = queue.removeFirst();
      next.hasPlace = true;
      next.mailbox.add(new VisitEvent.Entered(false));
    }
  }

  /// Some writes of a batch may fail; the others are kept in their order.
  private void flush() {
    var batch = List.copyOf(writes);
    writes.clear();
    for (var write : batch) {
      (random.nextDouble() < trouble / 5 ? write.lost() : write.kept()).run();
    }
  }

  /// The invariants of every moment.
  private void check() {
    assertThat(taken()).isLessThanOrEqualTo(PLACES);
    assertThat(visitsCounted).isEqualTo(transfers.size());
    for (var row : disk.values()) {
      assertThat(row.findings)
          .as("findings without gap, and none twice")
          .isEqualTo(IntStream.range(0, row.findings.size()).boxed().toList());
      assertThat(row.findings.size()).isLessThanOrEqualTo(row.limit);
    }
  }
}
