package dev.sojourn.dispatcher.cli.remote;

import dev.sojourn.base.text.ForeignText;
import dev.sojourn.crawl.local.follow.VisitsAtHosts;
import dev.sojourn.crawl.local.follow.VisitsAtHosts.AgentUnderWay;
import dev.sojourn.dispatcher.cli.remote.MessageAttempt.Outcome;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;

/// Sends one message to all agents of a crawl that are under way or stay at a host. If an agent is
/// not ready or its host is away, it tries again until a deadline. No attempt begins after the
/// deadline. Meanwhile the crawl may send further agents with other ids, so each territory counts
/// once.
///
/// @param directory the directory of the crawl
/// @param attempts makes one attempt for an agent at a host
/// @param journal records the agents that need no further attempt
/// @param patience the time until the deadline
/// @param clock the clock of the machine
/// @param listener receives the final result of each agent in this run; only this result has the
///   answer
record MessageToAll(
    Path directory,
    Attempts attempts,
    MessageJournal journal,
    Duration patience,
    InstantSource clock,
    Consumer<MessageResult> listener) {
  private static final Duration PAUSE = Duration.ofSeconds(1);

  /// Even `--wait 0s` allows one attempt.
  private static final Duration LEAST = Duration.ofSeconds(1);

  private static final int AT_ONCE = 16;

  /// A host that never answers must not delay the message to agents at other hosts.
  private static final int AT_ONCE_TO_HOST = 4;

  private static final int MAX_REASON_CHARS = 500;
  private static final int MAX_ANSWER_CHARS = 16_000;

  /// Gives the message to one agent, once.
  @FunctionalInterface
  interface Attempts {
    MessageAttempt make(AgentUri agent) throws IOException, InterruptedException;
  }

  /// {@return the result for each territory, without answers; results of earlier runs come first}
  List<MessageResult> run() throws IOException, InterruptedException {
    var until = clock.instant().plus(patience.compareTo(LEAST) < 0 ? LEAST : patience);
    var noted = new LinkedHashMap<String, MessageResult>();
    journal.noted().forEach(agent -> noted.put(agent.territory(), agent));
    var waiting = new LinkedHashMap<String, MessageResult>();
    while (true) {
      round(until, noted, waiting);
      if (waiting.isEmpty() || isOver(until)) {
        waiting.values().forEach(listener);
        waiting.forEach((territory, agent) -> noted.put(territory, agent.bare()));
        return List.copyOf(noted.values());
      }
      Thread.sleep(shorter(PAUSE, Duration.between(clock.instant(), until)));
    }
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other.isNegative() ? Duration.ZERO : other;
  }

  private boolean isOver(Instant until) {
    return !clock.instant().isBefore(until);
  }

  /// Tries all agents that did not get the message yet.
  ///
  /// @param waiting the agents that no attempt reached; this method replaces the entries
  private void round(
      Instant until, Map<String, MessageResult> noted, Map<String, MessageResult> waiting)
      throws IOException, InterruptedException {
    var turns = new Semaphore(AT_ONCE);
    var ofHosts = new HashMap<String, Semaphore>();
    var before = Map.copyOf(waiting);
    var tries = new ArrayList<Callable<Tried>>();
    for (var agent : VisitsAtHosts.underWay(directory)) {
      var territory = agent.site() + " " + agent.path();
      if (!noted.containsKey(territory)) {
        var ofHost =
            ofHosts.computeIfAbsent(agent.host().orElse(""), _ -> new Semaphore(AT_ONCE_TO_HOST));
        var last = Optional.ofNullable(before.get(territory));
        tries.add(
            () -> inTurn(ofHost, () -> inTurn(turns, () -> attemptUntil(until, agent, last))));
      }
    }
    waiting.clear();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (var future : threads.invokeAll(tries)) {
        var tried = future.get();
        (tried.isOver() ? noted : waiting).put(tried.agent().territory(), tried.agent());
      }
    } catch (ExecutionException e) {
      throw rethrown(e);
    }
  }

  private static Tried inTurn(Semaphore turns, Callable<Tried> work) throws Exception {
    turns.acquire();
    try {
      return work.call();
    } finally {
      turns.release();
    }
  }

  private static IOException rethrown(ExecutionException e) {
    return switch (e.getCause()) {
      case RuntimeException fault -> throw fault;
      case Error fault -> throw fault;
      case IOException fault -> fault;
      case null, default -> new IOException(e);
    };
  }

  /// An attempt for one agent.
  ///
  /// @param agent the agent with its result so far
  /// @param isOver whether no further attempt follows in this run
  private record Tried(MessageResult agent, boolean isOver) {}

  /// Makes an attempt, or returns the last result if the time is over.
  private Tried attemptUntil(Instant until, AgentUnderWay agent, Optional<MessageResult> last)
      throws IOException, InterruptedException {
    if (!isOver(until) || agent.host().isEmpty()) {
      return attempt(agent);
    }
    var notTried =
        new MessageAttempt(Outcome.NOT_TRIED, "The time of --wait was over before its turn came.");
    return new Tried(last.orElseGet(() -> noted(agent, notTried)), false);
  }

  private Tried attempt(AgentUnderWay agent) throws IOException, InterruptedException {
    if (agent.host().isEmpty()) {
      return settled(
          agent,
          new MessageAttempt(
              Outcome.AT_HOME, "Its territory is visited from here, where no message reaches it."));
    }
    var uri = AgentUri.parse(agent.host().get() + "/#" + agent.agentId());
    var made = attempts.make(uri);
    return made.outcome().isToBeTriedAgain()
        ? new Tried(noted(agent, made), false)
        : settled(agent, made);
  }

  private Tried settled(AgentUnderWay agent, MessageAttempt made) throws IOException {
    var noted = noted(agent, made);
    if (made.outcome().isForGood()) {
      journal.add(noted);
    }
    listener.accept(noted);
    return new Tried(noted.bare(), true);
  }

  private static MessageResult noted(AgentUnderWay agent, MessageAttempt made) {
    boolean isAnswer = made.outcome() == Outcome.ANSWERED;
    return new MessageResult(
        agent.host().map(host -> host + "/#" + agent.agentId()).orElse(agent.agentId()),
        agent.site(),
        agent.path(),
        made.outcome(),
        isAnswer ? ForeignText.of(made.text()).first(MAX_ANSWER_CHARS) : "",
        isAnswer ? "" : ForeignText.of(made.text()).line(MAX_REASON_CHARS));
  }
}
