package dev.sojourn.host.change;

import dev.sojourn.agent.PageChanges;
import dev.sojourn.agent.PageChanges.Kind;
import dev.sojourn.agent.PageChanges.PageChange;
import dev.sojourn.base.log.RateLimitedLog;
import dev.sojourn.host.rules.CurrentRules;
import dev.sojourn.host.site.Site;
import dev.sojourn.host.stay.ChangeListener;
import dev.sojourn.host.stay.ChangeMark;
import dev.sojourn.host.stay.SiteChanges;
import dev.sojourn.host.stay.StayStore;
import dev.sojourn.sandbox.pipe.ToWorker;
import dev.sojourn.visit.content.ContentSource.PageFilter;
import dev.sojourn.visit.content.FolderIndex;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

/// The changes of pages at sites whose pages are files of a folder. A site is watched from the
/// first agent on that may stay there. Sites of other kinds cannot tell. Safe for use by many
/// threads.
public final class FolderChanges implements SiteChanges, AutoCloseable {
  private static final System.Logger LOG = System.getLogger(FolderChanges.class.getName());

  /// A folder that is not listed by then is larger or slower than a visit is to wait for.
  private static final Duration LISTING = Duration.ofSeconds(10);

  private final ChangeLog log;
  private final CurrentRules rules;
  private final Map<String, FolderWatch> watches = new ConcurrentHashMap<>();
  private final RateLimitedLog faults = new RateLimitedLog(LOG);
  private final StayStore stays;

  /// Until then nobody is to be woken.
  private volatile Optional<ChangeListener> listener = Optional.empty();

  /// Watches nothing yet.
  ///
  /// @param log records the changes; closed with this
  /// @param rules of the moment
  /// @param stays tells which sites and changes agents wait for
  public FolderChanges(ChangeLog log, CurrentRules rules, StayStore stays) {
    this.log = log;
    this.rules = rules;
    this.stays = stays;
  }

  /// Watches the sites at which agents are parked, and forgets the changes that nobody asks about
  /// any more. No visit may have begun.
  ///
  /// @param told is told of changes
  /// @throws IOException if a record cannot be read
  public void start(ChangeListener told) throws IOException {
    listener = Optional.of(told);
    var origins = stays.origins();
    for (var origin : log.origins()) {
      if (folder(origin).isPresent() || origins.contains(origin)) {
        forgetGone(origin);
      } else {
        log.forget(origin);
      }
    }
    origins.forEach(this::watch);
  }

  private void forgetGone(String origin) throws IOException {
    var now = log.mark(origin);
    if (now.isPresent()) {
      var earliest = stays.earliestMark(now.get().record());
      log.forgetGone(origin, earliest.orElse(now.get().generation()));
    }
  }

  private Optional<FolderIndex> folder(String origin) {
    return rules.sites().find(origin).flatMap(Site::folder);
  }

  private Optional<FolderWatch> watch(String origin) {
    return folder(origin).isEmpty()
        ? Optional.empty()
        : Optional.of(watches.computeIfAbsent(origin, this::started));
  }

  private FolderWatch started(String origin) {
    var watch =
        new FolderWatch(
            origin,
            () -> folder(origin),
            log,
            () -> rules.limits().stays().sweepEvery(),
            new Telling(),
            faults);
    watch.start();
    return watch;
  }

  /// Tells a listener that comes after the watch began.
  private final class Telling implements ChangeListener {
    @Override
    public void changed(String origin, ChangeMark change) {
      listener.ifPresent(told -> told.changed(origin, change));
    }

    @Override
    public void mayHaveChanged(String origin) {
      listener.ifPresent(told -> told.mayHaveChanged(origin));
    }
  }

  @Override
  public ChangeMark mark(String origin) throws IOException, InterruptedException {
    var watch = watch(origin);
    if (watch.isEmpty()) {
      return ChangeMark.NONE;
    }
    var mark = log.mark(origin);
    if (mark.isEmpty() && watch.get().awaitListed(LISTING)) {
      mark = log.mark(origin);
    }
    return mark.orElse(ChangeMark.NONE);
  }

  @Override
  public PageChanges since(String origin, ChangeMark mark, PageFilter filter)
      throws IOException, InterruptedException {
    var folder = folder(origin);
    if (folder.isEmpty()) {
      return new PageChanges.Untold("The pages of " + origin + " are no files of a folder here.");
    }
    if (!isKnown(origin, mark)) {
      return new PageChanges.Untold(
          "No earlier visit is known here whose pages could be compared.");
    }
    var pages = new TreeMap<String, PageChange>();
    var chars = new int[1];
    var isWhole = new AtomicBoolean(true);
    log.since(
        origin,
        mark.generation(),
        (dir, name, kind) -> {
          var url = folder.get().url(origin, names(dir), name);
          // A configuration that was read since the folder was listed may leave the file out.
          boolean isGiven = kind == Kind.GONE || folder.get().isGiven(names(dir), name);
          if (isGiven && url.isPresent() && filter.admits(url.get())) {
            var text = url.get().toString();
            chars[0] += text.length();
            pages.put(text, new PageChange(text, kind));
          }
          isWhole.set(
              pages.size() < ToWorker.Changes.MAX_PAGES
                  && chars[0] < ToWorker.Changes.MAX_URL_CHARS);
          return isWhole.get();
        });
    return new PageChanges.Told(List.copyOf(pages.values()), isWhole.get());
  }

  @Override
  public boolean hasChangedSince(String origin, ChangeMark mark, PageFilter filter)
      throws IOException, InterruptedException {
    var folder = folder(origin);
    if (folder.isEmpty()) {
      return false;
    }
    if (!isKnown(origin, mark)) {
      return true; // It may have, and the agent has to look for itself.
    }
    var found = new AtomicBoolean();
    log.since(
        origin,
        mark.generation(),
        (dir, name, _) -> {
          var url = folder.get().url(origin, names(dir), name);
          found.set(url.isPresent() && filter.admits(url.get()));
          return !found.get();
        });
    return found.get();
  }

  private boolean isKnown(String origin, ChangeMark mark) throws IOException {
    return log.mark(origin).filter(now -> now.record().equals(mark.record())).isPresent();
  }

  private static List<String> names(String dir) {
    return dir.isEmpty() ? List.of() : List.of(dir.split("/"));
  }

  /// Ends all watches.
  @Override
  public void close() {
    watches.values().forEach(FolderWatch::close);
    try {
      log.close();
    } catch (IOException e) {
      LOG.log(System.Logger.Level.WARNING, "Not closed: {0}", e.getMessage());
    }
  }
}
