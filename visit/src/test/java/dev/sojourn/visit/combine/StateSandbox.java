package dev.sojourn.visit.combine;

import dev.sojourn.agent.Next;
import dev.sojourn.page.parse.InProcessReader;
import dev.sojourn.page.view.ViewReader;
import dev.sojourn.sandbox.CodePlace;
import dev.sojourn.sandbox.MessageReply;
import dev.sojourn.sandbox.Sandbox;
import dev.sojourn.sandbox.SandboxWalls;
import dev.sojourn.sandbox.VisitEnd;
import dev.sojourn.sandbox.VisitHandle;
import dev.sojourn.sandbox.VisitOrder;
import dev.sojourn.sandbox.VisitServices;
import dev.sojourn.sandbox.VisitSpending;
import dev.sojourn.sandbox.WallName;
import dev.sojourn.sandbox.WorkerCounts;
import dev.sojourn.sandbox.launch.Namespaces;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;

/// A sandbox without workers. Its agent reports one finding for each unit of the first byte of each
/// state that it takes in, and throws at a state without bytes.
final class StateSandbox implements Sandbox {
  /// The workers for which this machine has a process.
  int workersLeft = Integer.MAX_VALUE;

  @Override
  public VisitHandle start(VisitOrder order, VisitServices services) {
    return new Ended(end(order, services));
  }

  @Override
  public VisitHandle startAlone(VisitOrder order, VisitServices services) {
    return start(order, services);
  }

  private VisitEnd end(VisitOrder order, VisitServices services) {
    if (workersLeft == 0) {
      return new VisitEnd.WorkerEnded(
          WallName.PROCESS, "no process can be started", CodePlace.UNKNOWN, true);
    }
    workersLeft--;
    long findings = 0;
    for (var part : order.inputs().parts()) {
      if (part.state().length == 0) {
        return new VisitEnd.Failed("X: " + "long ".repeat(2_000), CodePlace.UNKNOWN);
      }
      for (int i = 0; i < part.state()[0]; i++) {
        if (++findings > order.limits().findings()) {
          return new VisitEnd.Stopped("findings", "findings: all spent", CodePlace.UNKNOWN);
        }
        services.finding("{}".getBytes(StandardCharsets.UTF_8));
      }
    }
    return new VisitEnd.Finished(new byte[1], new Next.Done());
  }

  @Override
  public void makeStartCache() {}

  @Override
  public ViewReader reader() {
    return new InProcessReader();
  }

  @Override
  public WorkerCounts workers() {
    throw new UnsupportedOperationException();
  }

  @Override
  public SandboxWalls walls() {
    throw new UnsupportedOperationException();
  }

  @Override
  public String missing() {
    return "";
  }

  @Override
  public Namespaces namespaces() {
    throw new UnsupportedOperationException();
  }

  @Override
  public void close() {}

  private record Ended(VisitEnd end) implements VisitHandle {
    @Override
    public VisitEnd await() {
      return end;
    }

    @Override
    public VisitSpending spending() {
      return VisitSpending.NONE;
    }

    @Override
    public CompletableFuture<MessageReply> message(String text) {
      return CompletableFuture.completedFuture(new MessageReply.NotRunning());
    }

    @Override
    public void stop(String reason) {}
  }
}
