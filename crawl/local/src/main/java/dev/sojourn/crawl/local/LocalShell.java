package dev.sojourn.crawl.local;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.atp.parcel.LineKind;
import dev.sojourn.atp.parcel.LineReader;
import dev.sojourn.atp.parcel.Parcel;
import dev.sojourn.base.Bytes;
import dev.sojourn.crawl.core.Event;
import dev.sojourn.crawl.local.report.LiveCounts;
import dev.sojourn.crawl.local.store.CrawlStore;
import dev.sojourn.crawl.local.store.LeftOutPages;
import dev.sojourn.crawl.local.store.StoredLines;
import dev.sojourn.crawl.plan.Plan;
import dev.sojourn.crawl.visits.CrawlShell;
import dev.sojourn.crawl.visits.ParcelContent;
import dev.sojourn.crawl.visits.SavedAgent;
import dev.sojourn.crawl.visits.SiteView;
import java.io.IOException;
import java.util.Optional;
import java.util.Set;

/// The shell in one process with one database. The loop handles events and derives the next
/// commands; all other data is stored directly. May be used by any thread.
///
/// @param loop handles the events of all sites
/// @param store of the crawl
/// @param leftOut stores the pages that this round left out
/// @param counts of this run, for display
public record LocalShell(CrawlLoop loop, CrawlStore store, LeftOutPages leftOut, LiveCounts counts)
    implements CrawlShell {

  @Override
  public void record(SiteView site, Event event) throws IOException {
    loop.record(site, event);
  }

  @Override
  public void planned(SiteView site, Plan plan, boolean hasSitemaps) throws IOException {
    loop.planned(site, plan, hasSitemaps);
  }

  @Override
  public void unreachable(SiteView site, String reason) throws IOException {
    loop.unreachable(site, reason);
  }

  @Override
  public ParcelContent content(SiteView site, Parcel parcel) {
    return loop.content(site, parcel);
  }

  @Override
  public void parcel(SiteView site, ParcelContent content) throws IOException {
    loop.parcel(site, content);
  }

  @Override
  public void checkpoint(SiteView site, ParcelContent content, SavedAgent agent)
      throws IOException {
    loop.checkpoint(site, content, agent);
  }

  @Override
  public long lastParcel(String agentId) throws IOException {
    return store.lastParcel(agentId);
  }

  @Override
  public void parcels(String agentId, ParcelReader reader) throws IOException {
    new StoredLines(store).parcels(agentId, reader);
  }

  @Override
  public void lines(String agentId, Set<LineKind> wanted, LineReader<IOException> reader)
      throws IOException {
    new StoredLines(store).ofVisit(agentId, wanted, reader);
  }

  @Override
  public Bytes packageOf(String agentId, Bytes fresh) throws IOException {
    return store.packageOf(agentId, fresh);
  }

  @Override
  public Optional<Bytes> sentPackage(String agentId) throws IOException {
    return store.sentPackage(agentId);
  }

  @Override
  public void save(String agentId, SavedAgent agent) throws IOException {
    store.save(agentId, agent);
  }

  @Override
  public Optional<SavedAgent> saved(String agentId) throws IOException {
    return store.saved(agentId);
  }

  @Override
  public void count(String agentId, long bytes) throws IOException {
    counts.addWire(agentId, bytes);
    store.addWireBytes(agentId, bytes);
  }

  @Override
  public void leaveOut(SiteView site, PageUrl page, String sentence) throws IOException {
    leftOut.add(site.origin(), page.toString(), sentence);
  }
}
