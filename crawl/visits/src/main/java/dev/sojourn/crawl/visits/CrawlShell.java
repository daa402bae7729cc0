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

/// The shell of a crawl, as its workers use it. The shell stores the workers' results and lets the
/// state machine of the site decide the next commands. Each implementation passes the contract
/// suite.
///
/// When a method returns, everything that it received is completely durable. Commands that result
/// from an event start after that. A method throws an `IOException` if data cannot be stored or
/// read; that call then has no effect. May be used by any thread.
public interface CrawlShell {

  /// Records an event of a site. The events of one site are stored in the order of the calls.
  ///
  /// @param site of the event
  /// @param event to record
  /// @throws IOException if the event cannot be stored
  void record(SiteView site, Event event) throws IOException;

  /// Records the plan of a site, with the rules that it was made from.
  ///
  /// @param site of the plan
  /// @param plan of its territories
  /// @param hasSitemaps whether sitemaps have to be read after the visits
  /// @throws IOException if the plan cannot be stored
  void planned(SiteView site, Plan plan, boolean hasSitemaps) throws IOException;

  /// Records that the rules of a site are unknown: no plan can be made in this run.
  ///
  /// @param site without rules
  /// @param reason one sentence
  /// @throws IOException if the event cannot be stored
  void unreachable(SiteView site, String reason) throws IOException;

  /// {@return the content of a parcel that a worker is about to read, still empty; the caller
  /// closes it}
  ///
  /// @param site of the visit
  /// @param parcel of the visit
  ParcelContent content(SiteView site, Parcel parcel);

  /// Stores a parcel and its referrals in one transaction. A parcel that is already stored changes
  /// nothing: (agent id, number) identifies it, whatever its content.
  ///
  /// @param site of the visit
  /// @param content the completely read parcel
  /// @throws IOException if the parcel cannot be stored
  void parcel(SiteView site, ParcelContent content) throws IOException;

  /// Stores a checkpoint of a visit at home in one transaction: the agent, and the parcel with its
  /// findings since the last checkpoint. A parcel without lines is not stored.
  ///
  /// @param site of the visit
  /// @param content the completely read parcel
  /// @param agent the saved agent
  /// @throws IOException if the checkpoint cannot be stored
  void checkpoint(SiteView site, ParcelContent content, SavedAgent agent) throws IOException;

  /// {@return the number of the last stored parcel of a visit; 0 if there is none}
  ///
  /// @param agentId of the visit
  /// @throws IOException if the number cannot be read
  long lastParcel(String agentId) throws IOException;

  /// Passes all stored parcels of a visit, in the order of their numbers.
  ///
  /// @param agentId of the visit
  /// @param reader receives each parcel
  /// @throws IOException if they cannot be read, or the reader throws it
  void parcels(String agentId, ParcelReader reader) throws IOException;

  /// {@return the package for a visit. The first package is stored, so that a repeated dispatch
  /// sends the same bytes}
  ///
  /// @param agentId of the visit
  /// @param fresh the encoded package, used if none is stored
  /// @throws IOException if the package cannot be stored
  Bytes packageOf(String agentId, Bytes fresh) throws IOException;

  /// {@return the stored package of a visit; empty if there is none}
  ///
  /// @param agentId of the visit
  /// @throws IOException if the package cannot be read
  Optional<Bytes> sentPackage(String agentId) throws IOException;

  /// Stores an agent that came home and replaces its earlier state.
  ///
  /// @param agentId of the visit that it made
  /// @param agent the saved agent
  /// @throws IOException if the agent cannot be stored
  void save(String agentId, SavedAgent agent) throws IOException;

  /// {@return a saved agent; empty if there is none}
  ///
  /// @param agentId of the visit that it made
  /// @throws IOException if the agent cannot be read
  Optional<SavedAgent> saved(String agentId) throws IOException;

  /// Adds to the bytes of a visit on the wire.
  ///
  /// @param agentId of the visit
  /// @param bytes of both directions together, at least 0
  /// @throws IOException if the number cannot be stored
  void count(String agentId, long bytes) throws IOException;

  /// Records that a page was left out of this round, and replaces an earlier sentence about it.
  ///
  /// @param site of the page
  /// @param page that was left out
  /// @param sentence with the page and the reason
  /// @throws IOException if the sentence cannot be stored
  void leaveOut(SiteView site, PageUrl page, String sentence) throws IOException;

  /// A reader of parcels.
  @FunctionalInterface
  interface ParcelReader {
    /// Receives the next parcel.
    ///
    /// @param parcel as stored
    /// @throws IOException to end the reading
    void parcel(Parcel parcel) throws IOException;
  }

  /// Passes the lines of all stored parcels of a visit, in order. They were checked before they
  /// were stored, so they are not checked again.
  ///
  /// @param agentId of the visit
  /// @param wanted the kinds of lines that the reader needs; others may be passed too
  /// @param reader receives each line
  /// @throws IOException if they cannot be read or are damaged, or the reader throws it
  void lines(String agentId, Set<LineKind> wanted, LineReader<IOException> reader)
      throws IOException;
}
