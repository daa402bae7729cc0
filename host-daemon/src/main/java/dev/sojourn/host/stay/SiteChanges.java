package dev.sojourn.host.stay;

import dev.sojourn.agent.PageChanges;
import dev.sojourn.visit.content.ContentSource.PageFilter;
import java.io.IOException;

/// Reports the changes of pages at the sites of this host. Thread-safe.
public interface SiteChanges {
  /// For a host that records no changes.
  SiteChanges NONE =
      new SiteChanges() {
        @Override
        public ChangeMark mark(String origin) {
          return ChangeMark.NONE;
        }

        @Override
        public PageChanges since(String origin, ChangeMark mark, PageFilter filter) {
          return new PageChanges.Unreported("This host records no changes of " + origin + ".");
        }

        @Override
        public boolean hasChangedSince(String origin, ChangeMark mark, PageFilter filter) {
          return false;
        }
      };

  /// {@return the position after all changes recorded so far} An agent that starts to read then has
  /// seen them. If a site is not watched yet, this starts its watch and waits for the first listing
  /// of its pages.
  ///
  /// @param origin of the site
  /// @throws IOException if the record cannot be read
  /// @throws InterruptedException if the thread is interrupted
  ChangeMark mark(String origin) throws IOException, InterruptedException;

  /// {@return the changes after a position, or that they are unknown}
  ///
  /// @param origin of the site
  /// @param mark the position
  /// @param filter the pages that may be reported
  /// @throws IOException if the record cannot be read
  /// @throws InterruptedException if the thread is interrupted
  PageChanges since(String origin, ChangeMark mark, PageFilter filter)
      throws IOException, InterruptedException;

  /// {@return whether pages changed after a position; true if its record is unknown, false for a
  /// site without a record}
  ///
  /// @param origin of the site
  /// @param mark the position
  /// @param filter the pages that count
  /// @throws IOException if the record cannot be read
  /// @throws InterruptedException if the thread is interrupted
  boolean hasChangedSince(String origin, ChangeMark mark, PageFilter filter)
      throws IOException, InterruptedException;
}
