package dev.sojourn.dispatcher.cli.remote;

import dev.sojourn.base.text.Plain;
import dev.sojourn.dispatcher.cli.remote.MessageAttempt.Outcome;
import dev.sojourn.dispatcher.follow.VisitsAtHosts;
import dev.sojourn.dispatcher.follow.VisitsAtHosts.AgentUnderWay;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;

/// One message to all agents of a crawl that are under way or stay. An agent that is not ready for
/// it now, or whose host is away, is tried again until a time. The crawl may send agents on
/// meanwhile, under other ids, so each territory counts once.
///
/// @param directory of the crawl
/// @param remote asks hosts
/// @param journal has the text, and keeps who needs it no more
/// @param patience how long agents that are not ready are tried again
/// @param clock the machine's
/// @param listener hears of each agent when nothing more is done about it in this run
record MessageToAll(
    Path directory,
    RemoteOptions.Asking remote,
    MessageJournal journal,
    Duration patience,
    InstantSource clock,
    Consumer<ToldAgent> listener) {
  private static final Duration PAUSE = Duration.ofSeconds(1);
  private static final int AT_ONCE = 16;
  private static final int MAX_REASON_CHARS = 500;
  private static final int MAX_ANSWER_CHARS = 16_000;

  /// {@return what became of the message, for each territory; those of earlier runs first}
  List<ToldAgent> run() throws IOException, InterruptedException {
    var until = clock.instant().plus(patience);
    var told = new LinkedHashMap<String, ToldAgent>();
    journal.told().forEach(agent -> told.put(agent.territory(), agent));
    var waiting = new LinkedHashMap<String, ToldAgent>();
    while (true) {
      waiting.clear();
      round(told, waiting);
      if (waiting.isEmpty() || !clock.instant().isBefore(until)) {
        waiting.values().forEach(listener);
        told.putAll(waiting);
        return List.copyOf(told.values());
      }
      Thread.sleep(shorter(PAUSE, Duration.between(clock.instant(), until)));
    }
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other.isNegative() ? Duration.ZERO : other;
  }

  /// Tries all agents that were not told yet.
  private void round(Map<String, ToldAgent> told, Map<String, ToldAgent> waiting)
      throws IOException, InterruptedException {
    var turns = new Semaphore(AT_ONCE);
    var attempts = new ArrayList<Callable<Tried>>();
    for (var agent : VisitsAtHosts.underWay(directory)) {
      if (!told.containsKey(agent.site() + " " + agent.path())) {
        attempts.add(
            () -> {
              turns.acquire();
              try {
                return attempt(agent);
              } finally {
                turns.release();
              }
            });
      }
    }
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (var future : threads.invokeAll(attempts)) {
        var tried = future.get();
        (tried.isOver() ? told : waiting).put(tried.agent().territory(), tried.agent());
      }
    } catch (ExecutionException e) {
      throw rethrown(e);
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
  /// @param agent as it is told
  /// @param isOver whether it is not tried again in this run
  private record Tried(ToldAgent agent, boolean isOver) {}

  private Tried attempt(AgentUnderWay agent) throws IOException, InterruptedException {
    if (agent.host().isEmpty()) {
      return settled(
          agent,
          new MessageAttempt(
              Outcome.AT_HOME, "Its territory is visited from here, where no message reaches it."));
    }
    var uri = AgentUri.parse(agent.host().get() + "/#" + agent.agentId());
    var made = MessageAttempt.make(remote, uri, journal.text());
    return made.outcome().isToBeTriedAgain()
        ? new Tried(told(agent, made), false)
        : settled(agent, made);
  }

  private Tried settled(AgentUnderWay agent, MessageAttempt made) throws IOException {
    var told = told(agent, made);
    if (made.outcome().isForGood()) {
      journal.add(told);
    }
    listener.accept(told);
    return new Tried(told, true);
  }

  private static ToldAgent told(AgentUnderWay agent, MessageAttempt made) {
    boolean isAnswer = made.outcome() == Outcome.ANSWERED;
    return new ToldAgent(
        agent.host().map(host -> host + "/#" + agent.agentId()).orElse(agent.agentId()),
        agent.site(),
        agent.path(),
        made.outcome().word(),
        isAnswer ? Plain.first(made.text(), MAX_ANSWER_CHARS) : "",
        isAnswer ? "" : Plain.line(made.text(), MAX_REASON_CHARS));
  }
}
