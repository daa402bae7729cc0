package dev.sojourn.agent;

import dev.sojourn.agent.itinerary.Itinerary;
import java.util.List;
import java.util.Objects;

/// The wish of an agent after its visit: to end, to read further URLs, to go to another host, or to
/// stay.
///
/// An agent names pages, not hosts. The site's robots.txt decides which host takes the agent for a
/// page; the dispatcher follows it.
public sealed interface Next {

  /// The agent's work is done. The agent may be called again if other pages refer to this
  /// territory.
  record Done() implements Next {}

  /// The agent wants to continue at other pages.
  ///
  /// @param urls absolute URLs, at least one
  record Onward(List<String> urls) implements Next {
    /// Copies the list.
    ///
    /// @throws IllegalArgumentException if `urls` is empty
    public Onward {
      urls = List.copyOf(urls);
      if (urls.isEmpty()) {
        throw new IllegalArgumentException("urls: [] (expected: at least one URL)");
      }
    }
  }

  /// The agent moves directly to the next host of its itinerary. Its state and findings are saved
  /// as at a checkpoint. This host sends it to the next one, which calls [Agent#visit] with a new
  /// budget. The findings of this visit stay here for the owner.
  ///
  /// If no host of the itinerary takes the agent, or this host lets no agent leave, the visit ends
  /// as with [Done]. It also ends at home, and for an agent that was sent without an itinerary.
  ///
  /// @param itinerary the legs to go; legs that the owner did not sign are dropped
  record Along(Itinerary itinerary) implements Next {
    /// Checks the itinerary.
    ///
    /// @throws NullPointerException if `itinerary` is null
    public Along {
      Objects.requireNonNull(itinerary, "itinerary: null (expected: the legs to go)");
    }
  }

  /// The agent stays at this place, without a thread or a worker, until a condition wakes it. Its
  /// state and findings are saved as at a checkpoint. When it wakes, [Agent#visit] is called again,
  /// with the rest of its budget.
  ///
  /// An agent may stay only if its passport limits the time. Without this limit, and at home, the
  /// visit ends as with [Done].
  ///
  /// @param until the conditions that wake it
  record Park(WakeConditions until) implements Next {
    /// Checks the conditions.
    ///
    /// @throws NullPointerException if `until` is null
    public Park {
      Objects.requireNonNull(until, "until: null (expected: what wakes the agent)");
    }
  }

  /// {@return the wish to end}
  static Next done() {
    return new Done();
  }

  /// {@return the wish to continue at these pages} As in a [Frontier], a text that is not an `http`
  /// or `https` URL is dropped, and a repeated URL counts once. All URLs together may have a
  /// million characters.
  ///
  /// @param urls absolute URLs, at least one
  static Next onward(List<String> urls) {
    return new Onward(urls);
  }

  /// {@return the wish to continue along the itinerary}
  ///
  /// @param itinerary the legs to go: [Visit#itinerary()], or some of its legs in the same order
  static Next along(Itinerary itinerary) {
    return new Along(itinerary);
  }

  /// {@return the wish to stay here}
  ///
  /// @param until the conditions that wake it
  static Next park(WakeConditions until) {
    return new Park(until);
  }
}
