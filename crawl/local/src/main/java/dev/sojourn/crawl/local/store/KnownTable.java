package dev.sojourn.crawl.local.store;

import dev.sojourn.agent.PageValidators;
import dev.sojourn.base.sql.SqliteSession;
import dev.sojourn.crawl.core.CoreJson;
import dev.sojourn.crawl.core.CrawlHeader;
import dev.sojourn.crawl.core.CrawlTerms;
import dev.sojourn.crawl.core.Event;
import dev.sojourn.crawl.core.StartUrls;
import java.io.IOException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The known URLs of each site: those before a round of a crawl, and those collected for the next
/// round. The former do not change within a round. May be used by any thread.
public final class KnownTable {
  private static final String COLUMNS = "url, own, print, fields, etag, modified, agent, gone";
  private static final int BATCH = 1_000;

  private final Database database;

  KnownTable(Database database) {
    this.database = database;
  }

  /// Receives rows one by one.
  @FunctionalInterface
  public interface Reader {
    /// Receives a row.
    ///
    /// @param row the next row in the order of URLs
    /// @throws IOException to end the reading
    void row(KnownRow row) throws IOException;
  }

  /// Reads all rows of a site, in the order of their URLs.
  ///
  /// @param site its number
  /// @param reader receives each row
  /// @throws IOException if the rows cannot be read, or the reader throws it
  public void read(int site, Reader reader) throws IOException {
    var last = "";
    while (true) {
      var rows =
          database.query(
              KnownTable::row,
              "SELECT %s FROM known WHERE site = ? AND url > ? ORDER BY url LIMIT ?"
                  .formatted(COLUMNS),
              site,
              last,
              BATCH);
      for (var row : rows) {
        reader.row(row);
      }
      if (rows.size() < BATCH) {
        return;
      }
      last = rows.getLast().url();
    }
  }

  /// {@return the row of a URL; empty if it is unknown}
  ///
  /// @param site the site's number
  /// @param url normalised
  /// @throws IOException if the store cannot be read
  public Optional<KnownRow> of(int site, String url) throws IOException {
    return database
        .query(
            KnownTable::row,
            "SELECT %s FROM known WHERE site = ? AND url = ?".formatted(COLUMNS),
            site,
            url)
        .stream()
        .findFirst();
  }

  /// {@return the row of a URL for the next round; empty if there is none}
  ///
  /// @param site the site's number
  /// @param url normalised
  /// @throws IOException if the store cannot be read
  public Optional<KnownRow> next(int site, String url) throws IOException {
    return database
        .query(
            KnownTable::row,
            "SELECT %s FROM known_next WHERE site = ? AND url = ?".formatted(COLUMNS),
            site,
            url)
        .stream()
        .findFirst();
  }

  /// {@return whether the findings of a visit count for a page}
  ///
  /// @param agentId of the visit
  /// @param own the page's own URL
  /// @throws IOException if the store cannot be read
  public boolean isOwner(String agentId, String own) throws IOException {
    return !database
        .query(
            row -> row.getInt(1),
            "SELECT 1 FROM known WHERE own = ? AND agent = ? LIMIT 1",
            own,
            agentId)
        .isEmpty();
  }

  /// {@return the fingerprints that several pages of a site with different own URLs share}
  ///
  /// @param site its number
  /// @throws IOException if the store cannot be read
  public Set<String> sharedPrints(int site) throws IOException {
    return new HashSet<>(
        database.query(
            row -> row.getString(1),
            "SELECT print FROM known WHERE site = ? AND print <> ''"
                + " GROUP BY print HAVING count(DISTINCT own) > 1",
            site));
  }

  /// Stores a row for the next round and replaces an earlier one.
  ///
  /// @param site the site's number
  /// @param row to store
  /// @throws IOException if the store cannot be written
  public void keep(int site, KnownRow row) throws IOException {
    put("INSERT OR REPLACE", site, row);
  }

  /// Stores a row for the next round unless one exists.
  ///
  /// @param site the site's number
  /// @param row to store
  /// @throws IOException if the store cannot be written
  public void keepIfNew(int site, KnownRow row) throws IOException {
    put("INSERT OR IGNORE", site, row);
  }

  private void put(String how, int site, KnownRow row) throws IOException {
    database.update(
        how + " INTO known_next (site, " + COLUMNS + ") VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        site,
        row.url(),
        row.own(),
        row.print(),
        row.fields(),
        row.validators().etag().orElse(""),
        row.validators().lastModified().orElse(""),
        row.agentId(),
        row.gone());
  }

  /// Begins another round of the crawl. The pages collected for the next round become the known
  /// pages. All other data of this round is deleted, except for parcels that still count.
  ///
  /// @param header the round
  /// @param sites its sites, in order of their numbers
  /// @throws IOException if the store cannot be written
  public void beginRound(CrawlHeader header, List<CrawlTerms> sites) throws IOException {
    var json = header.json();
    var starts = StartUrls.of(header.starts());
    database.transaction(
        to -> {
          advance(to);
          for (var table :
              List.of("event", "package", "saved", "wire", "outside", "rules", "site")) {
            to.executeAll("DELETE FROM " + table);
          }
          to.update("UPDATE crawl SET header = ?, millis = 0", json);
          to.update("DELETE FROM setting WHERE name = ?", CrawlTime.SETTING);
          for (int i = 0; i < sites.size(); i++) {
            var terms = sites.get(i);
            to.update("INSERT INTO site (number, terms) VALUES (?, ?)", i, CoreJson.write(terms));
            CrawlStore.append(to, i, new Event.Seeded(starts.ofSite(terms.origin())));
          }
          return sites.size();
        });
  }

  /// Replaces the known pages, and deletes visits that no longer count, with their parcels.
  private static void advance(SqliteSession to) throws SQLException {
    to.executeAll("DELETE FROM known");
    to.executeAll("INSERT INTO known SELECT * FROM known_next");
    to.executeAll("DELETE FROM known_next");
    to.executeAll("DELETE FROM earlier WHERE agent NOT IN (SELECT agent FROM known)");
    to.executeAll("DELETE FROM parcel WHERE agent NOT IN (SELECT agent FROM earlier)");
    CrawlSchema.markRecrawled(to);
  }

  /// {@return whether nothing is known, as in a first round}
  ///
  /// @throws IOException if the store cannot be read
  public boolean isEmpty() throws IOException {
    return database.query(row -> row.getInt(1), "SELECT 1 FROM known LIMIT 1").isEmpty();
  }

  private static KnownRow row(ResultSet row) throws SQLException {
    return new KnownRow(
        row.getString(1),
        row.getString(2),
        row.getString(3),
        row.getString(4),
        new PageValidators(given(row.getString(5)), given(row.getString(6))),
        row.getString(7),
        row.getInt(8));
  }

  private static Optional<String> given(String text) {
    return text.isEmpty() ? Optional.empty() : Optional.of(text);
  }

  // The visits of earlier rounds

  /// A visit of an earlier round whose findings may still count.
  ///
  /// @param agentId of the visit
  /// @param site the number of its site
  /// @param includes path prefixes of its territory
  /// @param excludes path prefixes excluded from the territory
  public record EarlierVisit(
      String agentId, int site, List<String> includes, List<String> excludes) {
    /// Copies the lists.
    public EarlierVisit {
      includes = List.copyOf(includes);
      excludes = List.copyOf(excludes);
    }
  }

  /// Stores a visit of this round for the next.
  ///
  /// @param visit that is over
  /// @throws IOException if the store cannot be written
  public void keep(EarlierVisit visit) throws IOException {
    database.update(
        "INSERT OR REPLACE INTO earlier (agent, site, includes, excludes) VALUES (?, ?, ?, ?)",
        visit.agentId(),
        visit.site(),
        String.join("\n", visit.includes()),
        String.join("\n", visit.excludes()));
  }

  /// {@return the visits of earlier rounds, in the order in which they were stored}
  ///
  /// @throws IOException if the store cannot be read
  public List<EarlierVisit> earlier() throws IOException {
    return database.query(
        row ->
            new EarlierVisit(
                row.getString(1), row.getInt(2), lines(row.getString(3)), lines(row.getString(4))),
        "SELECT agent, site, includes, excludes FROM earlier ORDER BY rowid");
  }

  private static List<String> lines(String text) {
    return text.lines().toList();
  }
}
