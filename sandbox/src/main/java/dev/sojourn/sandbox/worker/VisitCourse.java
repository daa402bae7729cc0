package dev.sojourn.sandbox.worker;

import dev.sojourn.agent.Agent;
import dev.sojourn.agent.Next;
import dev.sojourn.agent.PageUrl;
import dev.sojourn.agent.VisitCause;
import dev.sojourn.agent.itinerary.Itinerary;
import dev.sojourn.sandbox.VisitEnd;
import dev.sojourn.sandbox.admission.RefusedException;
import dev.sojourn.sandbox.pipe.FromWorker;
import dev.sojourn.sandbox.pipe.ToWorker;
import dev.sojourn.sandbox.worker.meter.StopException;
import dev.sojourn.sandbox.worker.state.StateCodec;
import dev.sojourn.sandbox.worker.state.StateException;
import java.util.Objects;
import java.util.function.BiConsumer;

/// The course of a visit: the call of the agent, its state, and its next step. Only the visit's
/// thread uses it.
///
/// @param order the visit
/// @param agent the agent
/// @param codec writes the agent's state
/// @param stop orders the visit to stop: the name of a limit, and one sentence
record VisitCourse(
    ToWorker.Begin order, Agent agent, StateCodec codec, BiConsumer<String, String> stop) {

  /// Calls the agent. Returns its state and its next step.
  ///
  /// @throws RefusedException if the agent cannot do what the order wants
  VisitEnd.Finished run(GuestVisit visit) throws RefusedException {
    try {
      var next =
          order.inputs().cause() instanceof VisitCause.Combination
              ? CombinationVisit.run(agent, order.inputs().parts(), codec, visit)
              : normalised(Objects.requireNonNull(agent.visit(visit), "visit() returned null"));
      var last = state();
      visit.reportLeftOut(true);
      return new VisitEnd.Finished(last, next);
    } finally {
      visit.sendHeld();
    }
  }

  /// Returns the encoded state of the agent.
  byte[] state() {
    try {
      var state = codec.write(agent);
      if (order.readsBack()) {
        var _ = codec.read(state, agent.getClass());
      }
      return state;
    } catch (StateException e) {
      if (e.isTooLarge()) {
        var message = String.valueOf(e.getMessage());
        stop.accept("stateBytes", message);
        throw new StopException("stateBytes", message);
      }
      throw e;
    }
  }

  /// Returns the agent's wish for the time after its visit, with only those legs of an itinerary
  /// that its owner signed. As in a frontier, texts that are not URLs and duplicates are removed.
  private Next normalised(Next next) {
    if (next instanceof Next.Along(var wanted)) {
      var signed =
          order.inputs().itinerary().legs().stream().filter(wanted.legs()::contains).toList();
      return signed.isEmpty() ? Next.done() : Next.along(new Itinerary(signed));
    }
    if (!(next instanceof Next.Onward(var urls))) {
      return next;
    }
    requireNext(urls.size(), FromWorker.End.MAX_URLS, "URLs");
    var plain =
        urls.stream().flatMap(url -> PageUrl.parse(url).stream()).map(PageUrl::toString).distinct();
    var list = plain.toList();
    requireNext(
        list.stream().mapToLong(String::length).sum(),
        FromWorker.End.MAX_URL_CHARS,
        "characters of URLs");
    return list.isEmpty() ? Next.done() : Next.onward(list);
  }

  private static void requireNext(long number, int most, String what) {
    if (number > most) {
      throw new StopException("next", number + " " + what + " to go on to (allowed: " + most + ")");
    }
  }
}
