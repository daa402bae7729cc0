package dev.sojourn.host.quota;

/// The limits of what reads pages once for all visits.
///
/// @param storeBytes `limits.page-store`: the page store on disk, with all its files; 0, or 8 MiB
///   to 1 TiB. 0 switches it off, and deletes it. Default 256 MiB
/// @param readers `limits.readers`: the processes that read pages; 1 to 64. Default one less than
///   the processors, at least 1
public record PageLimits(long storeBytes, int readers) {
  /// The smallest page store that is not off.
  public static final long LEAST_STORE_BYTES = 8L << 20;

  /// The most readers.
  public static final int MOST_READERS = 64;

  /// {@return the usual limits}
  ///
  /// @param processors of this machine
  public static PageLimits usual(int processors) {
    return new PageLimits(256L << 20, Math.clamp(processors - 1L, 1, MOST_READERS));
  }

  /// {@return whether there is a page store}
  public boolean hasStore() {
    return storeBytes > 0;
  }
}
