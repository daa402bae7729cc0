package dev.sojourn.host.metrics;

import dev.sojourn.atp.AtpMethod;
import dev.sojourn.atp.AtpResponse;
import dev.sojourn.atp.AtpStatus;
import dev.sojourn.atp.agent.PackageFault;
import dev.sojourn.atp.signature.SignatureFault;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;

/// Counts the requests since the start of this host, the arrived agents, and the reasons for
/// refusals. Thread-safe.
public final class IntakeCounts {
  /// The problem codes in addition to those of signatures and packages.
  private static final List<String> OF_THIS_HOST =
      List.of(
          "agent-here",
          "agent-id-missing",
          "audit-failed",
          "code-missing",
          "crowded",
          "disk-failed",
          "disk-full",
          "dispatch-uncertain",
          "draining",
          "findings-dropped",
          "internal-error",
          "limit-spent",
          "limits-too-small",
          "not-routed-here",
          "scope-malformed",
          "site-away",
          "site-not-served",
          "start-outside-scope",
          "storage-spent",
          "withheld");

  private final LongAdder arrivals = new LongAdder();
  private final BoundedCounts refusals = new BoundedCounts(reasons());
  private final BoundedCounts requests =
      new BoundedCounts(Arrays.stream(AtpMethod.values()).map(AtpMethod::name).toList());

  /// Creates the counts, all at 0.
  public IntakeCounts() {}

  private static List<String> reasons() {
    return Stream.of(
            OF_THIS_HOST.stream(),
            Arrays.stream(PackageFault.values()).map(PackageFault::code),
            Arrays.stream(SignatureFault.values()).map(SignatureFault::code))
        .flatMap(codes -> codes)
        .distinct()
        .toList();
  }

  /// Counts an answered request.
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

  /// {@return the number of arrived agents, also refused ones}
  public long arrivals() {
    return arrivals.sum();
  }

  /// {@return refused agents, by the code of the problem}
  public BoundedCounts refusals() {
    return refusals;
  }

  /// {@return requests by method}
  public BoundedCounts requests() {
    return requests;
  }
}
