package dev.sojourn.crawl.local;

import dev.sojourn.atp.parcel.Parcel;
import dev.sojourn.crawl.core.Command;
import dev.sojourn.crawl.core.Event;
import dev.sojourn.crawl.core.SiteCommands;
import dev.sojourn.crawl.core.SiteState;
import dev.sojourn.crawl.local.lines.ParcelCache;
import dev.sojourn.crawl.local.store.CrawlStore;
import dev.sojourn.crawl.plan.Plan;
import dev.sojourn.crawl.visits.ParcelContent;
import dev.sojourn.crawl.visits.ParcelLineSink;
import dev.sojourn.crawl.visits.SavedAgent;
import dev.sojourn.crawl.visits.SiteView;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The loop that handles the events of all sites. It stores each event, passes it to the state
/// machine of its site, and starts the resulting commands. May be used by any thread.
///
/// Events that arrive while the disk is busy wait. The next thread that gets the lock writes them
/// together, with one flush. So 10,000 sites that start at the same time do not need 10,000
/// flushes.
public final class CrawlLoop {
  /// Fair: threads that arrive during a flush join the queue. Without fairness, each could get the
  /// lock between two flushes for a single event.
  private final ReentrantLock lock = new ReentrantLock(true);

  private final Condition changed = lock.newCondition();
  private final Queue<Entry> waiting = new ConcurrentLinkedQueue<>();
  private final CrawlStore store;
  private final ParcelCache lines;
  private final List<SiteContext> sites;
  private final Consumer<SiteContext> listener;
  private final CrawlStore.Step along;

  /// The sites that have not yet recorded that the crawl is over. Each change of a site's state
  /// updates this set and the two counts below. So the cost of a check of all sites does not grow
  /// with their number.
  private final Set<SiteContext> unconcluded = new LinkedHashSet<>();

  /// The number of sites with work under way.
  private int busy;

  /// The number of sites with work left.
  private int unfinished;

  /// The number of batches of events handled so far.
  private long batches;

  private BiConsumer<SiteView, Command> worker = (_, _) -> {};
  private boolean isStopped;
  private @Nullable IOException failure;

  /// Creates a loop that starts nothing before [#resume].
  ///
  /// @param store of the events
  /// @param lines receives the lines of parcels as they arrive
  /// @param sites of the crawl, in the order of their numbers
  /// @param listener is notified of each site whose state changed
  /// @param along writes further data in each transaction of events
  public CrawlLoop(
      CrawlStore store,
      ParcelCache lines,
      List<SiteContext> sites,
      Consumer<SiteContext> listener,
      CrawlStore.Step along) {
    this.store = store;
    this.lines = lines;
    this.sites = new CopyOnWriteArrayList<>(sites);
    this.listener = listener;
    this.along = along;
    for (var site : sites) {
      count(site.state(), 1);
      noteConcluded(site);
    }
  }

  /// A write to the store.
  @FunctionalInterface
  private interface Write {
    /// {@return whether the write was new; a known event has no consequences}
    boolean run() throws IOException;
  }

  /// An event that waits to be stored. Its fields are written by the thread that holds the lock.
  private static final class Entry {
    final SiteContext site;
    final Event event;
    final Write write;

    /// Whether the event is stored even after the crawl was stopped.
    final boolean isGathered;

    private boolean isNew;
    private boolean isTaken;
    private @Nullable Throwable failure;

    Entry(SiteContext site, Event event, boolean isGathered, Write write) {
      this.site = site;
      this.event = event;
      this.isGathered = isGathered;
      this.write = write;
    }
  }

  /// Resumes the sites after their stored events. No command starts before every site has its state
  /// back, so that the answers of a fast site cannot come too early.
  ///
  /// @param goesOnWith returns the events with which a site resumes
  /// @param carriesOut starts a command without waiting for it
  /// @throws IOException if the events cannot be stored
  public void resume(
      Function<SiteContext, List<Event>> goesOnWith, BiConsumer<SiteView, Command> carriesOut)
      throws IOException {
    lock.lock();
    try {
      worker = carriesOut;
      var events = sites.stream().map(goesOnWith).toList();
      store.together(
          () -> {
            for (int i = 0; i < sites.size(); i++) {
              for (var event : events.get(i)) {
                store.append(sites.get(i).number(), event);
              }
            }
          });
      for (int i = 0; i < sites.size(); i++) {
        var site = sites.get(i);
        for (var event : events.get(i)) {
          change(site, site.machine().next(site.state(), event));
        }
        listener.accept(site);
      }
      for (var site : sites) {
        SiteCommands.of(site.state()).forEach(c -> worker.accept(site, c));
      }
      concludeWhenQuiet();
    } finally {
      lock.unlock();
    }
  }

  /// Adds a site to the running crawl.
  ///
  /// @param site stored before, with the next number and its state
  public void add(SiteContext site) {
    lock.lock();
    try {
      sites.add(site);
      count(site.state(), 1);
      noteConcluded(site);
      listener.accept(site);
      if (!isStopped) {
        SiteCommands.of(site.state()).forEach(c -> worker.accept(site, c));
      }
    } finally {
      lock.unlock();
    }
  }

  /// Stores an event of a site together with further data, even if the crawl was stopped.
  ///
  /// @param site of the event
  /// @param event to record
  /// @param further writes the data in the same transaction
  /// @throws IOException if nothing could be stored
  public void gather(SiteView site, Event event, CrawlStore.Step further) throws IOException {
    take(
        new Entry(
            own(site),
            event,
            true,
            () -> {
              further.run();
              return append(site, event);
            }));
  }

  void record(SiteView site, Event event) throws IOException {
    take(new Entry(own(site), event, false, () -> append(site, event)));
  }

  private SiteContext own(SiteView site) {
    return sites.get(site.number());
  }

  private boolean append(SiteView site, Event event) throws IOException {
    store.append(site.number(), event);
    return true;
  }

  /// Stores the plan of a site.
  ///
  /// @param planned the site
  /// @param hasSitemaps whether sitemaps have to be read after the visits
  void planned(SiteView planned, Plan plan, boolean hasSitemaps) throws IOException {
    var site = own(planned);
    var event = new Event.Planned(plan.crawlTerritories(), hasSitemaps);
    take(
        new Entry(
            site,
            event,
            false,
            () -> {
              store.planned(site.number(), plan.robots(), event);
              site.plan(plan);
              return true;
            }));
  }

  /// Records that the rules of a site are unknown, and keeps the reason in memory for this run.
  void unreachable(SiteView unread, String reason) throws IOException {
    var site = own(unread);
    var event = new Event.SiteUnreachable();
    take(
        new Entry(
            site,
            event,
            false,
            () -> {
              site.trouble(reason);
              return append(site, event);
            }));
  }

  /// {@return the content of a parcel that is about to be read, still empty; the caller closes it}
  ParcelContent content(SiteView site, Parcel parcel) {
    return new ParcelContent(parcel, site.isOfCrawl(), new GatheredLines(lines, parcel));
  }

  /// Stores a parcel once, together with its referrals.
  void parcel(SiteView site, ParcelContent content) throws IOException {
    var event = content.event();
    take(
        content.kept(),
        new Entry(
            own(site),
            event,
            true,
            () ->
                store.addParcel(site.number(), content.parcel(), content.findings(), event)
                    && keepOutside(content)));
  }

  /// Counts the links of a parcel that lead out of the crawl. Runs in the transaction that stores
  /// the parcel.
  ///
  /// @return true, since the parcel is new
  private boolean keepOutside(ParcelContent content) throws IOException {
    store.outside().add(content.parcel().agentId(), content.outside());
    return true;
  }

  /// Stores a checkpoint of a visit at home.
  void checkpoint(SiteView site, ParcelContent content, SavedAgent agent) throws IOException {
    var event = content.event();
    take(
        content.kept(),
        new Entry(
            own(site),
            event,
            true,
            () ->
                store.checkpoint(site.number(), content.parcel(), content.findings(), event, agent)
                    && keepOutside(content)));
  }

  /// Passes on the lines of a parcel only if the parcel was stored.
  private void take(ParcelLineSink gathered, Entry entry) throws IOException {
    boolean isNew = false;
    gathered.offered();
    try {
      take(entry);
      isNew = entry.isNew;
    } finally {
      gathered.settled(isNew);
    }
  }

  private void take(Entry entry) throws IOException {
    waiting.add(entry);
    lock.lock();
    try {
      if (!entry.isTaken) {
        takeWaiting();
      }
      if (entry.failure != null) {
        throw new IOException(entry.failure.getMessage(), entry.failure);
      }
    } finally {
      lock.unlock();
    }
  }

  /// Stores the waiting events with one flush, and applies them.
  private void takeWaiting() throws IOException {
    var batch = new ArrayList<Entry>();
    for (var entry = waiting.poll(); entry != null; entry = waiting.poll()) {
      entry.isTaken = true;
      if (!isStopped || entry.isGathered) {
        batch.add(entry);
      }
    }
    try {
      store.together(
          () -> {
            for (var entry : batch) {
              entry.isNew = entry.write.run();
            }
            if (!batch.isEmpty()) {
              along.run();
            }
          });
    } catch (IOException | RuntimeException | StackOverflowError | OutOfMemoryError e) {
      // No entry of the batch was stored, and each thread that brought one has to be notified.
      batch.forEach(entry -> entry.failure = e);
      return;
    }
    try {
      for (var entry : batch) {
        if (entry.isNew && !isEmpty(entry.event)) {
          apply(entry.site, entry.event);
        }
      }
    } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
      // The store has events now that this process could not apply. Only a resumed crawl brings
      // both together.
      fail(new IOException("The crawl failed by a fault of this program: " + e, e));
    }
    if (!isStopped) {
      concludeWhenQuiet();
    }
    batches++;
    changed.signalAll();
  }

  private static boolean isEmpty(Event event) {
    return event instanceof Event.Referred(_, var urls) && urls.isEmpty();
  }

  private void apply(SiteContext site, Event event) {
    var before = site.state();
    var after = site.machine().next(before, event);
    change(site, after);
    listener.accept(site);
    if (!isStopped) {
      SiteCommands.since(before, after).forEach(c -> worker.accept(site, c));
    }
  }

  /// Sets the next state of a site.
  private void change(SiteContext site, SiteState next) {
    count(site.state(), -1);
    site.state(next);
    count(next, 1);
    noteConcluded(site);
  }

  private void count(SiteState state, int one) {
    busy += state.isQuiet() ? 0 : one;
    unfinished += state.isOver() ? 0 : one;
  }

  private void noteConcluded(SiteContext site) {
    if (site.state().isConcluded()) {
      unconcluded.remove(site);
    } else {
      unconcluded.add(site);
    }
  }

  /// Concludes the crawl once all sites are quiet and nothing is under way between them.
  private void concludeWhenQuiet() throws IOException {
    if (busy > 0) {
      return;
    }
    var last = List.copyOf(unconcluded);
    appendToAll(last, new Event.Concluded());
    last.forEach(site -> apply(site, new Event.Concluded()));
  }

  private void appendToAll(List<SiteContext> some, Event event) throws IOException {
    if (!some.isEmpty()) {
      store.together(
          () -> {
            for (var site : some) {
              store.append(site.number(), event);
            }
          });
    }
  }

  /// Ends the crawl after a failure that it cannot survive.
  ///
  /// @param cause the exception that [#await] throws
  public void fail(IOException cause) {
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
  ///
  /// @throws InterruptedException if the thread was interrupted
  /// @throws IOException if the crawl failed
  public void await() throws InterruptedException, IOException {
    lock.lockInterruptibly();
    try {
      while (failure == null && unfinished > 0) {
        changed.await();
      }
      if (failure != null) {
        throw failure;
      }
    } finally {
      lock.unlock();
    }
  }

  /// {@return whether all reachable pages were visited; agents may still stay at their hosts}
  public boolean isConcluded() {
    lock.lock();
    try {
      return busy == 0 && unconcluded.isEmpty();
    } finally {
      lock.unlock();
    }
  }

  /// Waits for the next events, up to a time limit.
  ///
  /// @param most the limit
  /// @throws InterruptedException if the thread was interrupted
  /// @throws IOException if the crawl failed
  public void awaitChange(Duration most) throws InterruptedException, IOException {
    lock.lockInterruptibly();
    try {
      long seen = batches;
      long left = most.toNanos();
      while (failure == null && seen == batches && left > 0) {
        left = changed.awaitNanos(left);
      }
      if (failure != null) {
        throw failure;
      }
    } finally {
      lock.unlock();
    }
  }

  /// Starts no more commands, and records that the crawl rests.
  ///
  /// @throws IOException if the store cannot be written
  public void stop() throws IOException {
    lock.lock();
    try {
      isStopped = true;
      var left = sites.stream().filter(site -> !site.state().isOver()).toList();
      appendToAll(left, new Event.Interrupted());
    } finally {
      lock.unlock();
    }
  }
}
