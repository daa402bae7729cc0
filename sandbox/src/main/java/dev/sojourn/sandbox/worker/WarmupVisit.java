package dev.sojourn.sandbox.worker;

import dev.sojourn.agent.Budget;
import dev.sojourn.agent.Fetched;
import dev.sojourn.agent.KnownPages;
import dev.sojourn.agent.Scope;
import dev.sojourn.agent.Visit;
import java.time.Instant;
import java.util.List;
import java.util.random.RandomGenerator;

/// The visit for the warmup of a frontier: it has only known pages.
///
/// @param known the pages
record WarmupVisit(KnownPages known) implements Visit {

  @Override
  public List<String> starts() {
    return List.of();
  }

  @Override
  public Scope scope() {
    throw new UnsupportedOperationException();
  }

  @Override
  public Fetched fetch(String url) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void report(Record finding) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void refer(String url) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void checkpoint() {
    throw new UnsupportedOperationException();
  }

  @Override
  public Budget budget() {
    throw new UnsupportedOperationException();
  }

  @Override
  public Instant now() {
    return Instant.EPOCH;
  }

  @Override
  public RandomGenerator random() {
    throw new UnsupportedOperationException();
  }

  @Override
  public void log(String message) {
    throw new UnsupportedOperationException();
  }
}
