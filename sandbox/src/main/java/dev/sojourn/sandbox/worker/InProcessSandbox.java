package dev.sojourn.sandbox.worker;

import dev.sojourn.agent.Agent;
import dev.sojourn.page.view.ViewReader;
import dev.sojourn.sandbox.Sandbox;
import dev.sojourn.sandbox.SandboxWalls;
import dev.sojourn.sandbox.VisitHandle;
import dev.sojourn.sandbox.VisitOrder;
import dev.sojourn.sandbox.VisitServices;
import dev.sojourn.sandbox.WorkerCounts;
import dev.sojourn.sandbox.launch.Namespaces;
import dev.sojourn.sandbox.worker.state.StateCodec;
import java.util.List;

/// A sandbox without a wall, for the author of an agent: the given agent makes each visit, on the
/// thread that waits for the end of the visit. Never for the code of others. Confined to one
/// thread.
///
/// An exception of the agent comes out of [VisitHandle#await] as it is. Time, processor time and
/// memory have no limit.
public final class InProcessSandbox implements Sandbox {
  private final Agent agent;
  private final List<Class<?>> types;
  private final ViewReader reader;

  static {
    // As in a worker. Kryo looks once, when it is loaded.
    if (System.getProperty("kryo.unsafe") == null) {
      System.setProperty("kryo.unsafe", "false");
    }
  }

  /// Creates a sandbox.
  ///
  /// @param agent the agent
  /// @param types the agent's own classes, in the order of their names; only their objects can be
  ///   in its state
  /// @param reader reads the pages
  public InProcessSandbox(Agent agent, List<Class<?>> types, ViewReader reader) {
    this.agent = agent;
    this.types = List.copyOf(types);
    this.reader = reader;
  }

  /// Prepares a visit of the agent as it is; the state of the order is not read.
  @Override
  public VisitHandle start(VisitOrder order, VisitServices services) {
    var codec = new StateCodec(types, order.limits().stateBytes());
    var visit = new InProcessVisit(order, services, agent, codec);
    services.beginning(visit);
    return visit;
  }

  @Override
  public VisitHandle startAlone(VisitOrder order, VisitServices services) {
    return start(order, services);
  }

  @Override
  public void makeStartCache() {}

  @Override
  public ViewReader reader() {
    return reader;
  }

  @Override
  public WorkerCounts workers() {
    return new WorkerCounts(0, 0, 0, false);
  }

  @Override
  public SandboxWalls walls() {
    return new SandboxWalls(List.of());
  }

  @Override
  public String missing() {
    return "every wall";
  }

  @Override
  public Namespaces namespaces() {
    throw new UnsupportedOperationException("no process, so no namespaces");
  }

  @Override
  public void close() {}
}
