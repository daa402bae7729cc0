package dev.sojourn.host.change;

import dev.sojourn.agent.PageChanges;
import dev.sojourn.agent.PageChanges.PageChange;
import dev.sojourn.base.log.RateLimitedLog;
import dev.sojourn.host.rules.CurrentRules;
import dev.sojourn.host.site.Site;
import dev.sojourn.host.stay.ChangeMark;
import dev.sojourn.host.stay.SiteChanges;
import dev.sojourn.sandbox.pipe.ToWorker;
import dev.sojourn.visit.content.ContentSource.PageFilter;
import dev.sojourn.visit.content.FolderIndex;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;

/// The changes of pages at sites whose pages are files of a folder. A site is watched from the
/// first agent on that may stay there. Sites of other kinds cannot tell. Safe for use by many
/// threads.
public final class FolderChanges implements SiteChanges, AutoCloseable {
  private static final System.Logger LOG = System.getLogger(FolderChanges.class.getName());

  private final ChangeLog log;
  private final CurrentRules rules;
  private final Map<String, FolderWatch> watches = new ConcurrentHashMap<>();
  private final RateLimitedLog faults = new RateLimitedLog(LOG);
  private volatile BiConsumer<String, ChangeMark> changed = (_, _) -> {};

  /// Watches nothing yet.
  ///
  /// @param log records the changes; closed with this
  /// @param rules of the moment
  public FolderChanges(ChangeLog log, CurrentRules rules) {
    this.log = log;
    this.rules = rules;
  }

  /// Watches the sites at which agents are parked.
  ///
  /// @param origins of the sites
  /// @param listener is told of changes: the site, and the last one
  public void start(List<String> origins, BiConsumer<String, ChangeMark> listener) {
    changed = listener;
    origins.forEach(this::watch);
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
            (site, mark) -> changed.accept(site, mark),
            faults);
    watch.start();
    return watch;
  }

  @Override
  public ChangeMark mark(String origin) throws IOException, InterruptedException {
    var watch = watch(origin);
    if (watch.isEmpty()) {
      return ChangeMark.NONE;
    }
    var mark = log.mark(origin);
    if (mark.isEmpty()) {
      watch.get().awaitListed();
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
          if (url.isPresent() && filter.admits(url.get())) {
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
