package dev.sojourn.agent;

import dev.sojourn.agent.itinerary.Itinerary;
import java.util.List;
import java.util.Objects;

/// The wish of an agent for the time after its visit: done, further URLs, another host, or to stay.
///
/// An agent names pages, not hosts: which host takes it for a page is the site's decision, written
/// in its robots.txt, and the dispatcher's to follow.
public sealed interface Next {

  /// The work is done here. The agent may be called again if other pages refer to this territory.
  record Done() implements Next {}

  /// There is more to do at other pages.
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

  /// The agent goes on to the next host of its itinerary, without coming home. Its state and
  /// findings are saved as at a checkpoint. The host sends it on, and [Agent#visit] is called
  /// there, with a budget of its own. What it reported here stays here for its owner.
  ///
  /// If no host of the itinerary takes the agent, or its host lets none leave, the visit is done,
  /// as with [Done]. The same holds at home, and for an agent that was sent without an itinerary.
  ///
  /// @param itinerary the legs to go; those that the owner did not sign are left out
  record Along(Itinerary itinerary) implements Next {
    /// Checks that there is one.
    ///
    /// @throws NullPointerException if `itinerary` is null
    public Along {
      Objects.requireNonNull(itinerary, "itinerary: null (expected: the legs to go)");
    }
  }

  /// The agent stays at this place, without a thread or a worker, until something wakes it. Its
  /// state and findings are saved as at a checkpoint. Then [Agent#visit] is called again, with the
  /// rest of its budget.
  ///
  /// An agent may stay only if its passport says for how long. For any other, and at home, the
  /// visit is done, as with [Done].
  ///
  /// @param until what wakes it
  record Park(WakeConditions until) implements Next {
    /// Checks that there is something.
    ///
    /// @throws NullPointerException if `until` is null
    public Park {
      Objects.requireNonNull(until, "until: null (expected: what wakes the agent)");
    }
  }

  /// {@return that the work is done}
  static Next done() {
    return new Done();
  }

  /// {@return that the agent wants to continue at these pages} As in a [Frontier], a text that is
  /// no `http` or `https` URL is left out, and one that stands there twice counts once; they may
  /// have a million characters together.
  ///
  /// @param urls absolute URLs, at least one
  static Next onward(List<String> urls) {
    return new Onward(urls);
  }

  /// {@return that the agent wants to go on along its itinerary}
  ///
  /// @param itinerary the legs to go: [Visit#itinerary()], or some of them in the same order
  static Next along(Itinerary itinerary) {
    return new Along(itinerary);
  }

  /// {@return that the agent wants to stay here}
  ///
  /// @param until what wakes it
  static Next park(WakeConditions until) {
    return new Park(until);
  }
}
