package dev.sojourn.host.count;

import dev.sojourn.atp.AtpMethod;
import dev.sojourn.atp.AtpResponse;
import dev.sojourn.atp.AtpStatus;
import java.util.concurrent.atomic.LongAdder;

/// The requests of this host since its start, the agents that came, and the reasons for which they
/// were refused. Safe for use by many threads.
public final class IntakeCounts {
  private final LongAdder arrivals = new LongAdder();
  private final BoundedCounts refusals = new BoundedCounts();
  private final BoundedCounts requests = new BoundedCounts();

  /// Creates sums of nothing.
  public IntakeCounts() {}

  /// Counts a request that was answered.
  ///
  /// @param method of the request
  /// @param response its answer
  public void answered(AtpMethod method, AtpResponse response) {
    requests.add(method.name(), 1);
    if (method != AtpMethod.DISPATCH) {
      return;
    }
    arrivals.increment();
    if (response.status() != AtpStatus.OKAY) {
      refusals.add(response.problem().code(), 1);
    }
  }

  /// {@return the agents that came, those that were refused among them}
  public long arrivals() {
    return arrivals.sum();
  }

  /// {@return agents that were refused, by the code of the problem}
  public BoundedCounts refusals() {
    return refusals;
  }

  /// {@return requests by method}
  public BoundedCounts requests() {
    return requests;
  }
}
