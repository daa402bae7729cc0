package dev.sojourn.crawl.local.store;

import dev.sojourn.crawl.visits.OutsideLinks;
import java.io.IOException;

/// The links of each visit that lead out of the crawl, by origin. May be used by any thread.
public final class OutsideTable {
  /// The limit for origins of one visit that are counted separately.
  static final int MAX_ORIGINS = 1_000;

  private final Database database;

  OutsideTable(Database database) {
    this.database = database;
  }

  /// Adds links of a visit. Call this in the transaction that stores their parcel.
  ///
  /// @param agentId of the visit
  /// @param links of one parcel
  /// @throws IOException if the store cannot be written
  public void add(String agentId, OutsideLinks links) throws IOException {
    if (links.counts().isEmpty()) {
      return;
    }
    long room =
        MAX_ORIGINS
            - database
                .query(
                    row -> row.getLong(1), "SELECT count(*) FROM outside WHERE agent = ?", agentId)
                .getFirst();
    for (var counted : links.counts().entrySet()) {
      boolean isKnown = isKnown(agentId, counted.getKey());
      boolean isApart = isKnown || room > 0;
      room -= isKnown ? 0 : 1;
      database.update(
          "INSERT INTO outside (agent, origin, links) VALUES (?, ?, ?)"
              + " ON CONFLICT (agent, origin) DO UPDATE SET links = links + excluded.links",
          agentId,
          isApart ? counted.getKey() : OutsideLinks.OTHERS,
          counted.getValue());
    }
  }

  private boolean isKnown(String agentId, String origin) throws IOException {
    return !database
        .query(
            row -> row.getLong(1),
            "SELECT links FROM outside WHERE agent = ? AND origin = ?",
            agentId,
            origin)
        .isEmpty();
  }

  /// Adds the links of a visit to a sum.
  ///
  /// @param agentId of the visit
  /// @param sum to which the links are added
  /// @throws IOException if the store cannot be read
  public void addTo(String agentId, OutsideLinks sum) throws IOException {
    var rows =
        database.query(
            row -> new Counted(row.getString(1), row.getLong(2)),
            "SELECT origin, links FROM outside WHERE agent = ? ORDER BY links DESC",
            agentId);
    rows.forEach(row -> sum.add(row.origin(), row.links()));
  }

  private record Counted(String origin, long links) {}
}
