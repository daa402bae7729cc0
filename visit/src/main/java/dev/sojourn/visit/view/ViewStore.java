package dev.sojourn.visit.view;

import java.util.Optional;

/// Keeps encoded views of pages. It may forget any view at any time, which costs only time. Any
/// thread may use it. It reports no failure: a store that cannot read or write has no views.
public interface ViewStore {
  /// Keeps nothing.
  ViewStore NONE =
      new ViewStore() {
        @Override
        public Optional<byte[]> find(ViewKey key) {
          return Optional.empty();
        }

        @Override
        public void put(ViewKey key, byte[] view) {
          // Nothing is kept.
        }
      };

  /// {@return the encoded view; empty if there is none with this key} The octets are those of
  /// [#put]: the store detects damage. They are unchecked, since another process made them.
  ///
  /// @param key the key of the view
  Optional<byte[]> find(ViewKey key);

  /// Keeps a view, in place of a view of the same site, path and kind.
  ///
  /// @param key the key of the view
  /// @param view the encoded view; not copied, must not be changed
  void put(ViewKey key, byte[] view);
}
