package dev.sojourn.dispatcher.core;

import dev.sojourn.dispatcher.core.SimulatedWorld.Mind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Keeps agents, lets them read, and gives out parcels. What it was sent twice it has once.
final class SimulatedHost {
  final Map<String, Guest> guests = new HashMap<>();
  boolean isDead;
  boolean refuses;

  static final class Guest {
    final Errand errand;
    private Allowance allowance;
    Mind mind;
    final List<SimulatedWorld.Stretch> parcels = new ArrayList<>();
    Ending ending = Ending.OPEN;
    int pages;

    Guest(Errand errand, Mind mind) {
      this.errand = errand;
      this.allowance = errand.allowance();
      this.mind = mind.given(errand.starts());
    }

    /// One checkpoint further.
    void advance(SimulatedWorld world, int stretch) {
      if (ending != Ending.OPEN) {
        return;
      }
      int left = (int) allowance.pages() - pages;
      if (left == 0) {
        ending = Ending.STOPPED;
        return;
      }
      var read = world.read(mind, errand.territory().scope(), Math.min(left, stretch));
      mind = read.after();
      pages += read.fetched().size();
      parcels.add(read);
      if (read.isOver()) {
        ending = Ending.FINISHED;
      }
    }

    /// A visit at home that a limit stopped goes on when the limit was raised.
    void goOnWith(Allowance now) {
      if (ending == Ending.STOPPED && now.pages() > allowance.pages()) {
        ending = Ending.OPEN;
      }
      allowance = now;
    }

    Tally tally() {
      return new Tally(pages, pages * 100L, pages * 20L, pages);
    }
  }

  void take(Errand errand, Mind mind) {
    guests.computeIfAbsent(errand.agentId(), _ -> new Guest(errand, mind));
  }
}
