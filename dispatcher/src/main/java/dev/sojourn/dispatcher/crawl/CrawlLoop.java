package dev.sojourn.dispatcher.crawl;

import dev.sojourn.atp.parcel.Parcel;
import dev.sojourn.dispatcher.core.Command;
import dev.sojourn.dispatcher.core.Event;
import dev.sojourn.dispatcher.core.SiteState;
import dev.sojourn.dispatcher.plan.Plan;
import dev.sojourn.dispatcher.store.CrawlStore;
import dev.sojourn.dispatcher.store.SavedAgent;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Takes the events of all sites, one at a time: each is first written down, then the state machine
/// of its site says what to do, then that is begun. May be used by any thread.
final class CrawlLoop {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final CrawlStore store;
  private final List<SiteBook> sites;
  private final Consumer<SiteBook> listener;
  private BiConsumer<SiteBook, Command> worker = (_, _) -> {};
  private boolean isStopped;
  private @Nullable IOException failure;

  /// Creates a loop that begins nothing before [#resume].
  CrawlLoop(CrawlStore store, List<SiteBook> sites, Consumer<SiteBook> listener) {
    this.store = store;
    this.sites = List.copyOf(sites);
    this.listener = listener;
  }

  /// Takes the sites up where their events end. Nothing is begun before every site has what it goes
  /// on with: what a fast site answers must not come first.
  ///
  /// @param goesOnWith the events with which a site goes on
  void resume(Function<SiteBook, List<Event>> goesOnWith, BiConsumer<SiteBook, Command> carriesOut)
      throws IOException {
    lock.lock();
    try {
      worker = carriesOut;
      for (var site : sites) {
        for (var event : goesOnWith.apply(site)) {
          store.append(site.number(), event);
          site.state(site.machine().next(site.state(), event));
        }
        listener.accept(site);
      }
      for (var site : sites) {
        site.machine().outstanding(site.state()).forEach(c -> worker.accept(site, c));
      }
      concludeWhenQuiet();
    } finally {
      lock.unlock();
    }
  }

  void record(SiteBook site, Event event) throws IOException {
    lock.lock();
    try {
      if (!isStopped) {
        store.append(site.number(), event);
        apply(site, event);
      }
    } finally {
      lock.unlock();
    }
  }

  void planned(SiteBook site, Plan plan) throws IOException {
    lock.lock();
    try {
      if (!isStopped) {
        var robots = plan.robots();
        store.planned(site.number(), robots.description(), robots.body(), plan.event());
        site.plan(plan);
        apply(site, plan.event());
      }
    } finally {
      lock.unlock();
    }
  }

  /// Keeps a parcel, once, with the referrals in it.
  void parcel(SiteBook site, Parcel parcel, int findings, Event.Referred event) throws IOException {
    lock.lock();
    try {
      if (store.addParcel(site.number(), parcel, findings, event) && !event.urls().isEmpty()) {
        apply(site, event);
      }
    } finally {
      lock.unlock();
    }
  }

  /// Keeps a checkpoint of a visit at home.
  void checkpoint(
      SiteBook site, Parcel parcel, int findings, Event.Referred event, SavedAgent agent)
      throws IOException {
    lock.lock();
    try {
      store.checkpoint(site.number(), parcel, findings, event, agent);
      if (!event.urls().isEmpty()) {
        apply(site, event);
      }
    } finally {
      lock.unlock();
    }
  }

  private void apply(SiteBook site, Event event) throws IOException {
    take(site, event);
    if (!isStopped) {
      concludeWhenQuiet();
    }
    changed.signalAll();
  }

  private void take(SiteBook site, Event event) {
    var step = site.machine().step(site.state(), event);
    site.state(step.state());
    listener.accept(site);
    if (!isStopped) {
      step.commands().forEach(c -> worker.accept(site, c));
    }
  }

  /// When nothing happens at any site and nothing is under way between them, nothing ever will.
  private void concludeWhenQuiet() throws IOException {
    if (!sites.stream().map(SiteBook::state).allMatch(SiteState::isQuiet)) {
      return;
    }
    for (var site : sites) {
      if (!site.state().isConcluded()) {
        store.append(site.number(), new Event.Concluded());
        take(site, new Event.Concluded());
      }
    }
  }

  /// Ends the crawl because something failed that it cannot do without.
  void fail(IOException cause) {
    lock.lock();
    try {
      if (failure == null) {
        failure = cause;
      }
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /// Waits until every site is over.
  void await() throws InterruptedException, IOException {
    lock.lockInterruptibly();
    try {
      while (failure == null && !sites.stream().map(SiteBook::state).allMatch(SiteState::isOver)) {
        changed.await();
      }
      if (failure != null) {
        throw failure;
      }
    } finally {
      lock.unlock();
    }
  }

  /// Begins nothing any more, and writes down that the crawl rests here.
  void stop() throws IOException {
    lock.lock();
    try {
      isStopped = true;
      for (var site : sites) {
        if (!site.state().isOver()) {
          store.append(site.number(), new Event.Interrupted());
        }
      }
    } finally {
      lock.unlock();
    }
  }
}
