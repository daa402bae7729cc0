package dev.sojourn.crawl.local.store;

import java.io.IOException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/// The start URLs of a crawl that redirect to another site in the present round, each with the URL
/// at the end of the redirects. They are settings of the store. May be used by any thread.
public final class MovedTable {
  /// The prefix of a setting; a start URL follows.
  private static final String PREFIX = "moved ";

  /// The prefix of a setting for a site that a site of the Internet brought; its origin follows.
  private static final String OUTSIDE = "moved-from-outside ";

  private final Database database;

  MovedTable(Database database) {
    this.database = database;
  }

  private record Move(String start, String to) {}

  /// {@return the URLs at the end of the redirects, by start URL}
  ///
  /// @throws IOException if the store cannot be read
  public Map<String, String> all() throws IOException {
    var moves =
        database.query(
            row -> new Move(row.getString(1).substring(PREFIX.length()), row.getString(2)),
            "SELECT name, value FROM setting WHERE name GLOB ?",
            PREFIX + "*");
    var all = new LinkedHashMap<String, String>();
    moves.forEach(move -> all.put(move.start(), move.to()));
    return Collections.unmodifiableMap(all);
  }

  /// Adds a start URL.
  ///
  /// @param start normalised
  /// @param to normalised
  /// @throws IOException if the store cannot be written
  public void add(String start, String to) throws IOException {
    database.update(
        "INSERT OR REPLACE INTO setting (name, value) VALUES (?, ?)", PREFIX + start, to);
  }

  /// Notes that a site of the Internet brought a site into the crawl, in all later rounds too.
  ///
  /// @param origin of the site that joined
  /// @throws IOException if the store cannot be written
  public void addFromOutside(String origin) throws IOException {
    database.update(
        "INSERT OR REPLACE INTO setting (name, value) VALUES (?, '')", OUTSIDE + origin);
  }

  /// {@return whether a site of the Internet brought a site into the crawl}
  ///
  /// @param origin of the site
  /// @throws IOException if the store cannot be read
  public boolean isFromOutside(String origin) throws IOException {
    return !database
        .query(_ -> true, "SELECT 1 FROM setting WHERE name = ?", OUTSIDE + origin)
        .isEmpty();
  }

  /// Removes all URLs, when a round begins.
  ///
  /// @throws IOException if the store cannot be written
  public void clear() throws IOException {
    database.update("DELETE FROM setting WHERE name GLOB ?", PREFIX + "*");
  }
}
