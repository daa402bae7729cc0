package dev.sojourn.host.request;

import dev.sojourn.atp.AtpRequest;
import dev.sojourn.atp.AtpResponse;
import dev.sojourn.atp.AtpStatus;
import dev.sojourn.atp.Problem;
import dev.sojourn.base.Bytes;
import dev.sojourn.base.text.CodePoints;
import dev.sojourn.host.lifecycle.ActiveVisit;
import dev.sojourn.host.lifecycle.ParkedVisits.Roused;
import dev.sojourn.host.lifecycle.Visits;
import dev.sojourn.host.store.SignedStatus;
import dev.sojourn.host.store.Store;
import dev.sojourn.host.store.StoreException;
import dev.sojourn.host.store.VisitKey;
import dev.sojourn.sandbox.MessageReply;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// Handles MESSAGE: passes messages from owners to their agents, and waits for the answers.
///
/// @param store the store of visits
/// @param visits the waiting and running visits
/// @param releases reports whether the operator withholds findings
/// @param maxChars limit of a message's characters
/// @param patience how long an agent may take to answer
public record MessageHandler(
    Store store, Visits visits, ReleaseCheck releases, int maxChars, Duration patience) {
  private static final Duration RETRY = Duration.ofSeconds(2);
  private static final int MAX_WAKES = 3;
  private static final String NOT_NOW = "does not run now; STATUS says how it stands.";
  private static final String ENDED_FIRST = "ended before it answered.";

  AtpResponse answer(AtpRequest request, VisitKey key) throws StoreException, InterruptedException {
    var status = store.status(key);
    if (status.isEmpty()) {
      return AgentRefusals.unknown(key);
    }
    var moved = AgentRefusals.moved(status.get().status());
    if (moved.isPresent()) {
      return moved.get();
    }
    var objection = releases.objectionToMessages();
    return objection.isPresent() ? objection.get() : deliver(request, key);
  }

  private AtpResponse deliver(AtpRequest request, VisitKey key)
      throws StoreException, InterruptedException {
    var text = text(request.body());
    if (text.isEmpty()) {
      return AtpResponse.refusal(
          new Problem(
              "message-malformed",
              AtpStatus.BAD_REQUEST,
              "A message is UTF-8 of at most %d characters.".formatted(maxChars)));
    }
    var visit = visits.active(key);
    if (visit.isEmpty() && visits.isLeaving(key)) {
      return AgentRefusals.leaving(key);
    }
    var awake = visit.isEmpty() ? Optional.<AtpResponse>empty() : ask(visit.get(), text.get());
    return awake.isPresent() ? awake.get() : wake(key, text.get(), visit.isPresent());
  }

  /// Wakes an agent that parked, if it waits for messages. An agent woken by another message may
  /// park again before it reads this one; it is then woken again.
  ///
  /// @param wasActive whether its visit was active when the message arrived
  private AtpResponse wake(VisitKey key, String text, boolean wasActive)
      throws StoreException, InterruptedException {
    boolean isMet = wasActive;
    var answer = Optional.<AtpResponse>empty();
    for (int wakes = 0; answer.isEmpty() && wakes < MAX_WAKES; wakes++) {
      var parking = visits.active(key);
      if (parking.isPresent() && parking.get().hasRun()) {
        var _ = parking.get().awaitEnd(patience);
      }
      var roused = visits.parked().rouse(key, text);
      if (roused instanceof Roused.NotForMessages) {
        return ended(key, isMet);
      }
      answer = answer(key, text, roused);
      isMet = true;
    }
    return answer.isPresent() ? answer.get() : ended(key, isMet);
  }

  private Optional<AtpResponse> answer(VisitKey key, String text, Roused roused)
      throws StoreException, InterruptedException {
    return switch (roused) {
      case Roused.WakesSpent _ ->
          Optional.of(
              AtpResponse.unavailable(
                  "limit-spent",
                  "Agent %s woke as often today as it may (limits.wakes-a-day); the next day begins at"
                          .formatted(key.agentId())
                      + " midnight UTC.",
                  RETRY));
      case Roused.Crowded _ ->
          Optional.of(
              AtpResponse.unavailable(
                  "crowded", "There is no room for a visit that wakes.", RETRY));
      case Roused.NotForMessages _ -> Optional.empty();
      case Roused.Woken(var woken) -> answer(key, woken.wakingReply());
      case Roused.Awake(var awake) -> {
        awake.awaitRunning(patience);
        yield ask(awake, text);
      }
    };
  }

  /// The answer of a running agent; empty if it does not run, or ended without an answer.
  private Optional<AtpResponse> ask(ActiveVisit visit, String text) throws InterruptedException {
    var asked = visit.message(text, patience);
    return asked.isEmpty() ? Optional.empty() : answer(visit.key(), asked.get());
  }

  private Optional<AtpResponse> answer(VisitKey key, CompletableFuture<MessageReply> asked)
      throws InterruptedException {
    try {
      var reply = asked.get(patience.toMillis(), TimeUnit.MILLISECONDS);
      return reply instanceof MessageReply.NotRunning
          ? Optional.empty()
          : Optional.of(response(key, reply));
    } catch (TimeoutException _) {
      return Optional.of(
          AtpResponse.unavailable(
              "message-unanswered",
              "Agent %s did not come to the message in time, and may still get it."
                  .formatted(key.agentId()),
              RETRY));
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }

  private static AtpResponse response(VisitKey key, MessageReply reply) {
    return switch (reply) {
      case MessageReply.Answered(var text) -> AtpResponse.okay("text/plain", Bytes.utf8(text));
      case MessageReply.NotTaken _ ->
          AtpResponse.refusal(
              new Problem(
                  "messages-not-taken",
                  AtpStatus.FORBIDDEN,
                  "Agent %s takes no messages.".formatted(key.agentId())));
      case MessageReply.NotRunning _ -> notRunning(key, NOT_NOW);
      case MessageReply.Crowded _ ->
          AtpResponse.unavailable(
              "too-busy", "As many messages wait for the agent as may wait.", RETRY);
    };
  }

  /// The agent may have left for another host while its message waited.
  ///
  /// @param isMet whether the message met an active visit
  private AtpResponse ended(VisitKey key, boolean isMet) throws StoreException {
    if (visits.isLeaving(key)) {
      return AgentRefusals.leaving(key);
    }
    var kept = store.status(key).map(SignedStatus::status);
    boolean isOver = kept.filter(status -> status.state().isFinal()).isPresent();
    return kept.flatMap(AgentRefusals::moved)
        .orElseGet(() -> notRunning(key, isMet && isOver ? ENDED_FIRST : NOT_NOW));
  }

  private static AtpResponse notRunning(VisitKey key, String how) {
    return AtpResponse.refusal(
        new Problem(
            "agent-not-running", AtpStatus.NOT_FOUND, "Agent %s %s".formatted(key.agentId(), how)));
  }

  private Optional<String> text(Bytes body) {
    // A character of UTF-8 has at most four bytes.
    if (body.size() > 4 * maxChars) {
      return Optional.empty();
    }
    try {
      var text = StandardCharsets.UTF_8.newDecoder().decode(body.asBuffer()).toString();
      return CodePoints.exceed(text, maxChars) ? Optional.empty() : Optional.of(text);
    } catch (CharacterCodingException _) {
      return Optional.empty();
    }
  }
}
