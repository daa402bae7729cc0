package dev.sojourn.crawl.local;

import dev.sojourn.base.Bytes;
import dev.sojourn.crawl.core.Command;
import dev.sojourn.crawl.core.CrawlHeader;
import dev.sojourn.crawl.core.Event;
import dev.sojourn.crawl.local.lines.ParcelCache;
import dev.sojourn.crawl.local.recrawl.EarlierRounds;
import dev.sojourn.crawl.local.recrawl.SitePlans;
import dev.sojourn.crawl.local.report.LiveCounts;
import dev.sojourn.crawl.local.store.CrawlStore;
import dev.sojourn.crawl.local.store.LeftOutPages;
import dev.sojourn.crawl.plan.Reach;
import dev.sojourn.crawl.testing.CrawlShellContract;
import dev.sojourn.crawl.visits.CrawlShell;
import dev.sojourn.crawl.visits.SiteView;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;

/// The embedded shell keeps the contract.
class LocalShellTest extends CrawlShellContract {
  private static final String ROUND = "k";
  private static final String TOKEN = "TestBot";
  private static final Set<String> ORIGINS = Set.of(FIRST.origin(), SECOND.origin());

  private CrawlStore store() throws IOException {
    return CrawlStore.open(directory.resolve("crawl.db"));
  }

  @Override
  protected void begin() throws IOException {
    var starts = List.of(FIRST.origin() + "/", SECOND.origin() + "/");
    try (var store = store()) {
      store.begin(
          new CrawlHeader(ROUND, starts, TOKEN, "00", "a.Agent", "key", 0, Map.of()),
          Bytes.utf8("jar"),
          List.of(FIRST, SECOND));
    }
  }

  @Override
  protected OpenShell open() throws IOException {
    var store = store();
    var plans = new SitePlans(store, new EarlierRounds(store), new Reach(false));
    var sites = new ArrayList<SiteContext>();
    for (var stored : store.sites()) {
      var site =
          new SiteContext(stored.number(), stored.terms(), TOKEN, new NoRules(), ORIGINS::contains);
      var log = store.events(stored.number());
      site.replay(plans.kept(stored, log), log);
      sites.add(site);
    }
    var loop = new CrawlLoop(store, ParcelCache.none(), sites, _ -> {}, () -> {});
    return new Local(
        store,
        sites,
        loop,
        new LocalShell(loop, store, new LeftOutPages(store, ROUND), new LiveCounts()));
  }

  private final class Local implements OpenShell {
    private final CrawlStore store;
    private final List<SiteContext> sites;
    private final CrawlLoop loop;
    private final LocalShell shell;

    Local(CrawlStore store, List<SiteContext> sites, CrawlLoop loop, LocalShell shell) {
      this.store = store;
      this.sites = sites;
      this.loop = loop;
      this.shell = shell;
    }

    @Override
    public CrawlShell shell() {
      return shell;
    }

    @Override
    public SiteView site(int number) {
      return sites.get(number);
    }

    @Override
    public void resume(BiConsumer<SiteView, Command> begins) throws IOException {
      loop.resume(_ -> List.of(new Event.Resumed()), begins);
    }

    /// Another connection sees what is committed, and nothing else.
    @Override
    public List<Event> durable(int site) throws IOException {
      try (var other = store()) {
        return other.events(site);
      }
    }

    @Override
    public List<String> leftOut(int site) throws IOException {
      try (var other = store()) {
        return new LeftOutPages(other, ROUND).remarks(sites.get(site).origin());
      }
    }

    @Override
    public long countedBytes(String agentId) throws IOException {
      try (var other = store()) {
        return other.wireBytes(agentId);
      }
    }

    @Override
    public void close() throws IOException {
      store.close();
    }
  }
}
