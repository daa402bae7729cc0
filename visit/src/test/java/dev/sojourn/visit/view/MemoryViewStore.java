package dev.sojourn.visit.view;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// A store of views in memory, whose octets a test may damage. It keeps one view for each site,
/// path and kind, as a store on disk does.
public final class MemoryViewStore implements ViewStore {
  private final Map<Place, Kept> views = new HashMap<>();
  private UnaryOperator<byte[]> damage = octets -> octets;

  /// The number of views that were found.
  private int found;

  private record Place(String site, String path, ViewKind kind) {
    static Place of(ViewKey key) {
      return new Place(key.site(), key.path(), key.kind());
    }
  }

  private record Kept(String validator, byte[] octets) {}

  @Override
  public synchronized Optional<byte[]> find(ViewKey key) {
    var octets =
        Optional.ofNullable(views.get(Place.of(key)))
            .filter(kept -> kept.validator().equals(key.validator()))
            .map(kept -> damage.apply(kept.octets().clone()));
    found += octets.isPresent() ? 1 : 0;
    return octets;
  }

  @Override
  public synchronized void put(ViewKey key, byte[] view) {
    views.put(Place.of(key), new Kept(key.validator(), view.clone()));
  }

  /// Damages all views from now on.
  ///
  /// @param other makes other octets of those of a view
  public synchronized void damage(UnaryOperator<byte[]> other) {
    damage = other;
  }

  /// {@return how many views were found so far}
  public synchronized int found() {
    return found;
  }

  /// {@return how many views it keeps}
  public synchronized int size() {
    return views.size();
  }
}
