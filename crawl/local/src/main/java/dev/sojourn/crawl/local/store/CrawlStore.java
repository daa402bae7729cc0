package dev.sojourn.crawl.local.store;

import dev.sojourn.atp.parcel.Parcel;
import dev.sojourn.base.Bytes;
import dev.sojourn.base.Digest;
import dev.sojourn.base.sql.SqliteSession;
import dev.sojourn.crawl.core.CoreJson;
import dev.sojourn.crawl.core.CrawlHeader;
import dev.sojourn.crawl.core.CrawlTerms;
import dev.sojourn.crawl.core.Event;
import dev.sojourn.crawl.core.StartUrls;
import dev.sojourn.crawl.core.Tally;
import dev.sojourn.crawl.plan.RobotsOutcome;
import dev.sojourn.crawl.visits.SavedAgent;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// The store of a crawl. When a method returns, everything that it received is completely on disk.
/// May be used by any thread.
///
/// Two rules prevent losses and duplicates. A parcel and the event that records it are written in
/// one transaction. A parcel is stored once under (agent id, number), however often it arrives.
public final class CrawlStore implements Closeable {
  private static final String FOLLOWED = "followed";

  private final Database database;
  private final SiteRulesTable rules;
  private final KnownTable known;
  private final OutsideTable outside;
  private final MovedTable moved;

  private CrawlStore(Database database) {
    this.database = database;
    this.rules = new SiteRulesTable(database);
    this.known = new KnownTable(database);
    this.outside = new OutsideTable(database);
    this.moved = new MovedTable(database);
  }

  /// Opens a store, or creates an empty one.
  ///
  /// @param file the database
  /// @return the store; the caller closes it
  /// @throws IOException if it cannot be read or written
  public static CrawlStore open(Path file) throws IOException {
    return new CrawlStore(Database.open(file));
  }

  /// Several calls of this store in one transaction.
  @FunctionalInterface
  public interface Step {
    /// Makes the calls.
    ///
    /// @throws IOException if a call fails; then nothing of the step is stored
    void run() throws IOException;
  }

  /// Makes several calls in one transaction with one flush: when this returns, either all their
  /// writes are on disk or none. Other threads wait meanwhile.
  ///
  /// @param step the calls; it must not call this method
  /// @throws IOException if a call fails or the store cannot be written
  public void together(Step step) throws IOException {
    database.together(step);
  }

  /// {@return how often this store was flushed to disk since it was opened}
  public long flushes() {
    return database.flushes();
  }

  // The crawl

  /// Stores the beginning of the crawl. The start URLs of each site are stored in the same
  /// transaction. So a site never exists without its start URLs.
  ///
  /// @param header the crawl
  /// @param code the agent's jar
  /// @param sites its sites, in order of their numbers
  /// @throws IOException if the store cannot be written or already has a crawl
  public void begin(CrawlHeader header, Bytes code, List<CrawlTerms> sites) throws IOException {
    var json = header.json();
    var starts = StartUrls.of(header.starts());
    database.transaction(
        to -> {
          to.update("INSERT INTO crawl (one, header, code) VALUES (1, ?, ?)", json, code.toArray());
          for (int i = 0; i < sites.size(); i++) {
            var terms = sites.get(i);
            to.update("INSERT INTO site (number, terms) VALUES (?, ?)", i, CoreJson.write(terms));
            append(to, i, new Event.Seeded(starts.ofSite(terms.origin())));
          }
          return sites.size();
        });
  }

  /// Adds a site to the crawl, with its start URLs.
  ///
  /// @param number of the site, the next one
  /// @param terms of the site
  /// @param starts its start URLs, normalised
  /// @throws IOException if the store cannot be written
  public void addSite(int number, CrawlTerms terms, List<String> starts) throws IOException {
    database.transaction(
        to -> {
          to.update(
              "INSERT INTO site (number, terms) VALUES (?, ?)", number, CoreJson.write(terms));
          return append(to, number, new Event.Seeded(starts));
        });
  }

  /// {@return the URLs that are known from earlier rounds}
  public KnownTable known() {
    return known;
  }

  /// {@return the links of visits that lead out of the crawl}
  public OutsideTable outside() {
    return outside;
  }

  /// {@return the start URLs that redirect to another site}
  public MovedTable moved() {
    return moved;
  }

  /// {@return the header of the crawl; empty if there is no crawl}
  ///
  /// @throws IOException if the store cannot be read
  public Optional<CrawlHeader> header() throws IOException {
    return first(
        database.query(row -> CrawlHeader.parse(row.getString(1)), "SELECT header FROM crawl"));
  }

  /// {@return the agent's jar}
  ///
  /// @throws IOException if the store cannot be read
  public Bytes code() throws IOException {
    return first(database.query(row -> bytes(row, 1), "SELECT code FROM crawl"))
        .orElseThrow(() -> new IOException("There is no crawl here."));
  }

  /// {@return the sites of the crawl}
  ///
  /// @throws IOException if the store cannot be read
  public List<StoredSite> sites() throws IOException {
    return database.query(
        row -> new StoredSite(row.getInt(1), CoreJson.terms(row.getString(2))),
        "SELECT number, terms FROM site ORDER BY number");
  }

  /// Adds to the time that the crawl has taken.
  ///
  /// @param time of one run
  /// @throws IOException if the store cannot be written
  public void addTime(Duration time) throws IOException {
    database.update("UPDATE crawl SET millis = millis + ?", time.toMillis());
  }

  /// {@return the time that earlier runs took}
  ///
  /// @throws IOException if the store cannot be read
  public Duration time() throws IOException {
    return Duration.ofMillis(number("SELECT millis FROM crawl"));
  }

  // Sites

  /// Stores an event of a site.
  ///
  /// @param site its number
  /// @param event the event
  /// @throws IOException if the store cannot be written
  public void append(int site, Event event) throws IOException {
    database.transaction(to -> append(to, site, event));
  }

  static int append(SqliteSession to, int site, Event event) throws SQLException {
    return to.update("INSERT INTO event (site, json) VALUES (?, ?)", site, CoreJson.write(event));
  }

  /// {@return all events of a site, in order}
  ///
  /// @param site its number
  /// @throws IOException if the store cannot be read
  public List<Event> events(int site) throws IOException {
    return database.query(
        row -> CoreJson.event(row.getString(1)),
        "SELECT json FROM event WHERE site = ? ORDER BY sequence",
        site);
  }

  /// Stores the outcome of reading a site's robots.txt, together with the event.
  ///
  /// @param site its number
  /// @param robots the outcome
  /// @param event with the plan of the site
  /// @throws IOException if the store cannot be written
  public void planned(int site, RobotsOutcome robots, Event.Planned event) throws IOException {
    database.transaction(
        to -> {
          to.update(
              "UPDATE site SET robots = ?, body = ? WHERE number = ?",
              robots.description(),
              robots.body().toArray(),
              site);
          return append(to, site, event);
        });
  }

  /// {@return the outcome of reading robots.txt for the plan; empty before it was read}
  ///
  /// @param site the site's number
  /// @throws IOException if the store cannot be read
  public Optional<RobotsOutcome> robots(int site) throws IOException {
    return first(
        database.query(
            row -> RobotsOutcome.ofDescription(row.getString(1), bytes(row, 2)),
            "SELECT robots, body FROM site WHERE number = ? AND robots IS NOT NULL",
            site));
  }

  /// {@return the last robots.txt of each site}
  public SiteRulesTable rules() {
    return rules;
  }

  /// Stores a setting and replaces its earlier value. Durable when this returns.
  ///
  /// @param name of the setting
  /// @param value as text
  /// @throws IOException if the store cannot be written
  public void keepSetting(String name, String value) throws IOException {
    database.update("INSERT OR REPLACE INTO setting (name, value) VALUES (?, ?)", name, value);
  }

  /// {@return a setting; empty if it was never stored}
  ///
  /// @param name of the setting
  /// @throws IOException if the store cannot be read
  public Optional<String> setting(String name) throws IOException {
    return first(
        database.query(row -> row.getString(1), "SELECT value FROM setting WHERE name = ?", name));
  }

  /// Records that the crawl follows its sites: from now on a visit may request a page repeatedly.
  ///
  /// @throws IOException if the store cannot be written
  public void keepFollowed() throws IOException {
    keepSetting(FOLLOWED, "true");
  }

  /// {@return whether the crawl ever followed its sites}
  ///
  /// @throws IOException if the store cannot be read
  public boolean isFollowed() throws IOException {
    return setting(FOLLOWED).isPresent();
  }

  // Agents

  /// Stores a parcel, and an event if the parcel is new.
  ///
  /// @param site the number of the visit's site
  /// @param parcel already unpacked once, and so known to be valid
  /// @param findings how many of its lines are findings
  /// @param event the referrals in the parcel; an event without URLs is not stored
  /// @return whether the parcel was new
  /// @throws IOException if the store cannot be written
  public boolean addParcel(int site, Parcel parcel, int findings, Event.Referred event)
      throws IOException {
    return database.transaction(to -> addParcel(to, site, parcel, findings, event));
  }

  private static boolean addParcel(
      SqliteSession to, int site, Parcel parcel, int findings, Event.Referred event)
      throws SQLException {
    int added =
        to.update(
            "INSERT OR IGNORE INTO parcel (agent, number, lines, raw, findings, digest, body)"
                + " VALUES (?, ?, ?, ?, ?, ?, ?)",
            parcel.agentId(),
            parcel.number(),
            parcel.lines(),
            parcel.rawBytes(),
            findings,
            parcel.digest().hex(),
            parcel.body().toArray());
    if (added == 1 && !event.urls().isEmpty()) {
      append(to, site, event);
    }
    return added == 1;
  }

  /// Stores a checkpoint of a visit at home: state and lines in one transaction.
  ///
  /// @param site the number of the visit's site
  /// @param parcel the lines since the last checkpoint; not stored if it has no lines
  /// @param findings how many of the lines are findings
  /// @param event the referrals in the lines
  /// @param agent the state
  /// @return whether the parcel had lines and was new
  /// @throws IOException if the store cannot be written
  public boolean checkpoint(
      int site, Parcel parcel, int findings, Event.Referred event, SavedAgent agent)
      throws IOException {
    return database.transaction(
        to -> {
          boolean isNew = parcel.lines() > 0 && addParcel(to, site, parcel, findings, event);
          save(to, parcel.agentId(), agent);
          return isNew;
        });
  }

  /// Stores an agent that came home.
  ///
  /// @param agentId of the visit that it made
  /// @param agent its state
  /// @throws IOException if the store cannot be written
  public void save(String agentId, SavedAgent agent) throws IOException {
    database.transaction(to -> save(to, agentId, agent));
  }

  private static int save(SqliteSession to, String agentId, SavedAgent agent) throws SQLException {
    var tally = agent.tally();
    return to.update(
        "INSERT OR REPLACE INTO saved"
            + " (agent, state, millis, pages, page_bytes, gzip_bytes, findings)"
            + " VALUES (?, ?, ?, ?, ?, ?, ?)",
        agentId,
        agent.state().toArray(),
        agent.time().toMillis(),
        tally.pages(),
        tally.pageBytes(),
        tally.gzipBytes(),
        tally.findings());
  }

  /// {@return an agent's stored state; empty if there is none}
  ///
  /// @param agentId of the visit that it made
  /// @throws IOException if the store cannot be read
  public Optional<SavedAgent> saved(String agentId) throws IOException {
    return first(
        database.query(
            row ->
                new SavedAgent(
                    bytes(row, 1),
                    new Tally(row.getLong(3), row.getLong(4), row.getLong(5), row.getLong(6)),
                    Duration.ofMillis(row.getLong(2))),
            "SELECT state, millis, pages, page_bytes, gzip_bytes, findings"
                + " FROM saved WHERE agent = ?",
            agentId));
  }

  /// {@return the package for a visit. The first package is stored, so that a repeated dispatch
  /// sends the same bytes}
  ///
  /// @param agentId of the visit
  /// @param fresh the encoded package, used if none is stored
  /// @throws IOException if the store cannot be written
  public Bytes packageOf(String agentId, Bytes fresh) throws IOException {
    database.update(
        "INSERT OR IGNORE INTO package (agent, bytes) VALUES (?, ?)", agentId, fresh.toArray());
    return sentPackage(agentId).orElseThrow(() -> new IOException("The store has lost a package."));
  }

  /// {@return the package of a visit; empty if none was made}
  ///
  /// @param agentId of the visit
  /// @throws IOException if the store cannot be read
  public Optional<Bytes> sentPackage(String agentId) throws IOException {
    return first(
        database.query(row -> bytes(row, 1), "SELECT bytes FROM package WHERE agent = ?", agentId));
  }

  /// {@return the number of the last parcel of a visit; 0 if there is none}
  ///
  /// @param agentId of the visit
  /// @throws IOException if the store cannot be read
  public long lastParcel(String agentId) throws IOException {
    return number("SELECT max(number) FROM parcel WHERE agent = ?", agentId);
  }

  /// {@return how many findings a visit delivered}
  ///
  /// @param agentId of the visit
  /// @throws IOException if the store cannot be read
  public long findings(String agentId) throws IOException {
    return number("SELECT sum(findings) FROM parcel WHERE agent = ?", agentId);
  }

  /// {@return the sequence number of the latest parcel; 0 if there is none}
  ///
  /// @throws IOException if the store cannot be read
  public long lastSequence() throws IOException {
    return number("SELECT max(sequence) FROM parcel");
  }

  /// {@return the next parcels of the whole crawl, in order of arrival}
  ///
  /// @param sequence the sequence number of the last parcel already seen; 0 for none
  /// @param limit the limit for the number of parcels
  /// @throws IOException if the store cannot be read
  public List<StoredParcel> parcelsAfter(long sequence, int limit) throws IOException {
    return database.query(
        CrawlStore::parcel,
        "SELECT sequence, agent, number, lines, raw, digest, body FROM parcel"
            + " WHERE sequence > ? ORDER BY sequence LIMIT ?",
        sequence,
        limit);
  }

  /// {@return the next parcels of a visit}
  ///
  /// @param agentId of the visit
  /// @param number of the last parcel already seen; 0 for none
  /// @param limit the limit for the number of parcels
  /// @throws IOException if the store cannot be read
  public List<StoredParcel> parcelsOf(String agentId, long number, int limit) throws IOException {
    return database.query(
        CrawlStore::parcel,
        "SELECT sequence, agent, number, lines, raw, digest, body FROM parcel"
            + " WHERE agent = ? AND number > ? ORDER BY number LIMIT ?",
        agentId,
        number,
        limit);
  }

  /// Adds to the bytes of a visit on the wire.
  ///
  /// @param agentId of the visit
  /// @param bytes of both directions together
  /// @throws IOException if the store cannot be written
  public void addWireBytes(String agentId, long bytes) throws IOException {
    if (bytes > 0) {
      database.update(
          "INSERT INTO wire (agent, bytes) VALUES (?, ?)"
              + " ON CONFLICT (agent) DO UPDATE SET bytes = bytes + excluded.bytes",
          agentId,
          bytes);
    }
  }

  /// {@return the bytes of a visit on the wire}
  ///
  /// @param agentId of the visit
  /// @throws IOException if the store cannot be read
  public long wireBytes(String agentId) throws IOException {
    return number("SELECT bytes FROM wire WHERE agent = ?", agentId);
  }

  /// Closes the store.
  @Override
  public void close() throws IOException {
    database.close();
  }

  private static StoredParcel parcel(ResultSet row) throws SQLException {
    return new StoredParcel(
        row.getLong(1),
        new Parcel(
            row.getString(2),
            row.getLong(3),
            row.getInt(4),
            row.getLong(5),
            new Digest(row.getString(6)),
            bytes(row, 7)));
  }

  private static Bytes bytes(ResultSet row, int column) throws SQLException {
    var bytes = row.getBytes(column);
    if (bytes == null) {
      throw new IllegalArgumentException("column " + column + ": null (expected: octets)");
    }
    return Bytes.wrap(bytes);
  }

  /// The number that a query returns; 0 if there is no row. The driver reads null as 0.
  private long number(String sql, Object... arguments) throws IOException {
    return first(database.query(row -> row.getLong(1), sql, arguments)).orElse(0L);
  }

  private static <T> Optional<T> first(List<T> rows) {
    return rows.isEmpty() ? Optional.empty() : Optional.of(rows.getFirst());
  }
}
