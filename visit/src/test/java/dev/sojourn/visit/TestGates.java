package dev.sojourn.visit;

import dev.sojourn.agent.Scope;
import dev.sojourn.robots.RobotsTxt;

/// Gates of tests: with rules that do not change, for pages that are read over HTTP.
final class TestGates {
  private TestGates() {}

  static VisitGate of(Scope scope, String productToken, RobotsTxt robots) {
    return new VisitGate(scope, productToken, () -> robots, new RoutePolicy.OverHttp());
  }
}
