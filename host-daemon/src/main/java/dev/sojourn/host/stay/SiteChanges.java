package dev.sojourn.host.stay;

import dev.sojourn.agent.PageChanges;
import dev.sojourn.visit.content.ContentSource.PageFilter;
import java.io.IOException;

/// The changes of pages at the sites of this host. Safe for use by many threads.
public interface SiteChanges {
  /// The changes at a host that records none.
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

  /// {@return the place after all changes that are recorded now} An agent that begins to read then
  /// has seen them. If a site is not watched yet, its watch begins now, and this waits until its
  /// pages have been listed once.
  ///
  /// @param origin of the site
  /// @throws IOException if the record cannot be read
  /// @throws InterruptedException if the thread is interrupted
  ChangeMark mark(String origin) throws IOException, InterruptedException;

  /// {@return the changes after a place, or that they are not known}
  ///
  /// @param origin of the site
  /// @param mark the place
  /// @param filter the pages that may be reported
  /// @throws IOException if the record cannot be read
  /// @throws InterruptedException if the thread is interrupted
  PageChanges since(String origin, ChangeMark mark, PageFilter filter)
      throws IOException, InterruptedException;

  /// {@return whether there is a change after a place; false if that is not known}
  ///
  /// @param origin of the site
  /// @param mark the place
  /// @param filter the pages that count
  /// @throws IOException if the record cannot be read
  /// @throws InterruptedException if the thread is interrupted
  boolean hasChangedSince(String origin, ChangeMark mark, PageFilter filter)
      throws IOException, InterruptedException;
}
