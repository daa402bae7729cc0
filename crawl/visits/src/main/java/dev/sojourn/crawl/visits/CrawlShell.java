package dev.sojourn.crawl.visits;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.atp.parcel.LineKind;
import dev.sojourn.atp.parcel.LineReader;
import dev.sojourn.atp.parcel.Parcel;
import dev.sojourn.base.Bytes;
import dev.sojourn.crawl.core.Event;
import dev.sojourn.crawl.plan.Plan;
import java.io.IOException;
import java.util.Optional;
import java.util.Set;

/// The shell of a crawl, as its workers see it: it keeps what they learn, and has the state machine
/// of the site decide what follows. Each implementation passes the contract suite.
///
/// When a method returns, everything that it took is durable, whole. The commands that follow from
/// an event begin after that. A method throws an `IOException` if something cannot be kept or read;
/// then nothing of that call counts. May be used by any thread.
public interface CrawlShell {

  /// Records an event of a site. The events of one site are kept in the order in which this method
  /// took them.
  ///
  /// @param site at which it happened
  /// @param event that happened there
  /// @throws IOException if it cannot be kept
  void record(SiteView site, Event event) throws IOException;

  /// Records the plan of a site, with the rules that it was made from.
  ///
  /// @param site the site
  /// @param plan of its territories
  /// @param hasSitemaps whether there are sitemaps to be read after the visits
  /// @throws IOException if it cannot be kept
  void planned(SiteView site, Plan plan, boolean hasSitemaps) throws IOException;

  /// Records that the rules of a site are unknown: no plan can be made in this run.
  ///
  /// @param site the site
  /// @param reason one sentence
  /// @throws IOException if it cannot be kept
  void unreachable(SiteView site, String reason) throws IOException;

  /// {@return the reading of a parcel that a worker is about to hand over; the caller closes it}
  ///
  /// @param site of the visit
  /// @param parcel of the visit
  ParcelContent content(SiteView site, Parcel parcel);

  /// Keeps a parcel and the referrals in it, in one step. A parcel that is kept already changes
  /// nothing: (agent id, number) identifies it, and its content does not matter.
  ///
  /// @param site of the visit
  /// @param content the parcel, read whole
  /// @throws IOException if it cannot be kept
  void parcel(SiteView site, ParcelContent content) throws IOException;

  /// Keeps a checkpoint of a visit at home: the agent, and the parcel of what it found since the
  /// last one, in one step. A parcel without lines is not kept.
  ///
  /// @param site of the visit
  /// @param content the parcel, read whole
  /// @param agent at rest
  /// @throws IOException if it cannot be kept
  void checkpoint(SiteView site, ParcelContent content, SavedAgent agent) throws IOException;

  /// {@return the number of the last parcel that is kept of a visit; 0 if there is none}
  ///
  /// @param agentId of the visit
  /// @throws IOException if it cannot be read
  long lastParcel(String agentId) throws IOException;

  /// Hands on all parcels that are kept of a visit, in the order of their numbers.
  ///
  /// @param agentId of the visit
  /// @param reader takes each parcel
  /// @throws IOException if they cannot be read, or as the reader threw it
  void parcels(String agentId, ParcelReader reader) throws IOException;

  /// {@return the package to send for a visit: the one kept before, else the fresh one, which is
  /// then kept; so a repeated dispatch sends the same}
  ///
  /// @param agentId of the visit
  /// @param fresh the package, encoded
  /// @throws IOException if it cannot be kept
  Bytes packageOf(String agentId, Bytes fresh) throws IOException;

  /// {@return the package that was kept for a visit, if one was}
  ///
  /// @param agentId of the visit
  /// @throws IOException if it cannot be read
  Optional<Bytes> sentPackage(String agentId) throws IOException;

  /// Keeps an agent that came home, in place of what was kept of it.
  ///
  /// @param agentId of the visit that it made
  /// @param agent at rest
  /// @throws IOException if it cannot be kept
  void save(String agentId, SavedAgent agent) throws IOException;

  /// {@return an agent at rest}
  ///
  /// @param agentId of the visit that it made
  /// @throws IOException if it cannot be read
  Optional<SavedAgent> saved(String agentId) throws IOException;

  /// Adds to the bytes that a visit cost on the wire.
  ///
  /// @param agentId of the visit
  /// @param bytes both ways together, at least 0
  /// @throws IOException if they cannot be kept
  void count(String agentId, long bytes) throws IOException;

  /// Keeps that a page was left out of this round, in place of an earlier sentence about it.
  ///
  /// @param site of the page
  /// @param page the page
  /// @param sentence that names it, and why
  /// @throws IOException if it cannot be kept
  void leaveOut(SiteView site, PageUrl page, String sentence) throws IOException;

  /// A reader of parcels.
  @FunctionalInterface
  interface ParcelReader {
    /// Takes the next one.
    ///
    /// @param parcel as it is kept
    /// @throws IOException if reading is to end
    void parcel(Parcel parcel) throws IOException;
  }

  /// Hands on the lines of all parcels that are kept of a visit, in order. They were checked before
  /// they were kept, so they are not checked again.
  ///
  /// @param agentId of the visit
  /// @param wanted the kinds that the reader needs; it may be given others too
  /// @param reader takes each line
  /// @throws IOException if they cannot be read or are damaged, or as the reader threw it
  void lines(String agentId, Set<LineKind> wanted, LineReader<IOException> reader)
      throws IOException;
}
