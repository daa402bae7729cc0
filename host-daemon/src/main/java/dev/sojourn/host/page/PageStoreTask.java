package dev.sojourn.host.page;

import dev.sojourn.visit.view.ViewKey;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;

/// A task of the thread that writes the page store.
sealed interface PageStoreTask {
  /// Keeps a view.
  ///
  /// @param site the site when the view came
  /// @param key of the view
  /// @param view the view
  record Put(StoredSitePages site, ViewKey key, byte[] view) implements PageStoreTask {
    /// A view in the queue takes about this much memory besides its octets and its names.
    private static final int BESIDES_BYTES = 200;

    long bytes() {
      return view.length + BESIDES_BYTES + 2L * (key.path().length() + key.validator().length());
    }
  }

  /// Removes a damaged view.
  ///
  /// @param file the file that has it
  /// @param id its row
  record Remove(PageStoreFile file, long id) implements PageStoreTask {}

  /// Makes the file again, if it is still in use.
  ///
  /// @param file the damaged file
  record Remake(PageStoreFile file) implements PageStoreTask {}

  /// Deletes the views of sites that are no longer wanted, and adds the others.
  record Serve() implements PageStoreTask {}

  /// Deletes views, and returns how many.
  ///
  /// @param origin the site; empty for all sites
  /// @param isClosed the paths whose views are deleted
  /// @param done receives the number of deleted views
  record Forget(
      Optional<String> origin, Predicate<String> isClosed, CompletableFuture<Integer> done)
      implements PageStoreTask {}
}
