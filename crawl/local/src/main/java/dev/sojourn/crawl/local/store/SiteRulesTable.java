package dev.sojourn.crawl.local.store;

import dev.sojourn.base.Bytes;
import dev.sojourn.robots.fetch.Validators;
import java.io.IOException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;

/// The last robots.txt of each site of a crawl. When a method returns, its writes are durable. May
/// be used by any thread. Text that a site did not send is stored as the empty string.
public final class SiteRulesTable {
  private final Database database;

  SiteRulesTable(Database database) {
    this.database = database;
  }

  /// Stores the last answer of a site and replaces the earlier one.
  ///
  /// @param site its number
  /// @param rules the answer
  /// @throws IOException if the store cannot be written
  public void keep(int site, StoredRules rules) throws IOException {
    database.update(
        "INSERT OR REPLACE INTO rules (site, kind, body, etag, modified, unreachable)"
            + " VALUES (?, ?, ?, ?, ?, ?)",
        site,
        rules.kind(),
        rules.body().toArray(),
        rules.validators().etag().orElse(""),
        rules.validators().lastModified().orElse(""),
        millis(rules.unreachableSince()));
  }

  /// Stores the time since which a site is unreachable; no effect if no answer is stored.
  ///
  /// @param site its number
  /// @param since the start of that time; empty while the site answers
  /// @throws IOException if the store cannot be written
  public void keepUnreachable(int site, Optional<Instant> since) throws IOException {
    database.update("UPDATE rules SET unreachable = ? WHERE site = ?", millis(since), site);
  }

  /// {@return the last answer of a site; empty if none is stored}
  ///
  /// @param site its number
  /// @throws IOException if the store cannot be read
  public Optional<StoredRules> of(int site) throws IOException {
    return database
        .query(
            SiteRulesTable::rules,
            "SELECT kind, body, etag, modified, unreachable FROM rules WHERE site = ?",
            site)
        .stream()
        .findFirst();
  }

  private static StoredRules rules(ResultSet row) throws SQLException {
    long unreachable = row.getLong(5);
    return new StoredRules(
        row.getString(1),
        Bytes.wrap(row.getBytes(2)),
        new Validators(given(row.getString(3)), given(row.getString(4))),
        unreachable == 0 ? Optional.empty() : Optional.of(Instant.ofEpochMilli(unreachable)));
  }

  private static Optional<String> given(String text) {
    return text.isEmpty() ? Optional.empty() : Optional.of(text);
  }

  private static long millis(Optional<Instant> moment) {
    return moment.map(Instant::toEpochMilli).orElse(0L);
  }
}
