package dev.sojourn.lab.run;

import dev.sojourn.lab.experiment.Fault;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;

/// The steps of planned faults, in the order in which they are due. A program stays down for the
/// planned time, even if it was ended late.
final class FaultSchedule {
  private final PriorityQueue<Step> steps =
      new PriorityQueue<>(Comparator.comparing(Step::at).thenComparingInt(Step::number));

  /// One step of a fault: the end of a program, or its return.
  ///
  /// @param at due time, from the start of the crawl
  /// @param number of the fault among the planned ones, from 0
  /// @param isReturn whether the program is started again
  record Step(Duration at, int number, Fault fault, boolean isReturn) {}

  /// Plans the ends of programs. Faults with equal times keep the order of the list.
  FaultSchedule(List<Fault> faults) {
    for (var fault : faults) {
      steps.add(new Step(fault.at(), steps.size(), fault, false));
    }
  }

  /// Removes and returns the step that is due next; empty if there is none.
  Optional<Step> next() {
    return Optional.ofNullable(steps.poll());
  }

  /// Plans the return of a program.
  ///
  /// @param end the step that ended the program
  /// @param at the time when it ended, from the start of the crawl
  void ended(Step end, Duration at) {
    steps.add(new Step(at.plus(end.fault().back()), end.number(), end.fault(), true));
  }
}
