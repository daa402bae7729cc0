package dev.sojourn.atp.wire;

import java.net.InetAddress;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// The memory budget for bodies: of all connections together, of one address, and of one network. A
/// peer that holds its whole share for ever must leave enough for others. Safe for use by several
/// threads.
public final class BodyBudget {

  private final long maxBytes;
  private final long maxBytesPerAddress;
  private final long maxBytesPerNetwork;
  private final Map<InetAddress, Long> byAddress = new HashMap<>();
  private final Map<PeerNetwork, Long> byNetwork = new HashMap<>();
  private long reserved;

  /// Creates an unused budget. One peer may use all of it.
  ///
  /// @param maxBytes of all bodies together
  public BodyBudget(long maxBytes) {
    this(maxBytes, maxBytes, maxBytes);
  }

  /// Creates an unused budget.
  ///
  /// @param maxBytes of all bodies together
  /// @param maxBytesPerAddress of one IP address
  /// @param maxBytesPerNetwork of one [PeerNetwork]
  public BodyBudget(long maxBytes, long maxBytesPerAddress, long maxBytesPerNetwork) {
    this.maxBytes = maxBytes;
    this.maxBytesPerAddress = maxBytesPerAddress;
    this.maxBytesPerNetwork = maxBytesPerNetwork;
  }

  /// {@return the share of one connection; it holds nothing yet and counts for no address}
  public Share share() {
    return new Share(Optional.empty());
  }

  /// {@return the share of one connection; it holds nothing yet}
  ///
  /// @param address of its peer
  public Share share(InetAddress address) {
    return new Share(Optional.of(new Holder(address, PeerNetwork.of(address))));
  }

  /// {@return the number of reserved bytes}
  public synchronized long reservedBytes() {
    return reserved;
  }

  /// The address and network for which a connection counts.
  private record Holder(InetAddress address, PeerNetwork network) {}

  private synchronized boolean take(Optional<Holder> holder, long bytes) {
    boolean isThere = bytes <= maxBytes - reserved;
    boolean isHis =
        holder.isEmpty()
            || (bytes <= maxBytesPerAddress - byAddress.getOrDefault(holder.get().address, 0L)
                && bytes <= maxBytesPerNetwork - byNetwork.getOrDefault(holder.get().network, 0L));
    if (isThere && isHis) {
      add(holder, bytes);
    }
    return isThere && isHis;
  }

  /// Adds to the sums, and removes an entry whose sum becomes zero.
  private synchronized void add(Optional<Holder> holder, long bytes) {
    reserved += bytes;
    if (holder.isPresent()) {
      byAddress.merge(
          holder.get().address, bytes, (held, more) -> held + more == 0 ? null : held + more);
      byNetwork.merge(
          holder.get().network, bytes, (held, more) -> held + more == 0 ? null : held + more);
    }
  }

  /// The bytes that one connection has reserved. Confined to the connection's event loop.
  public final class Share {
    private final Optional<Holder> holder;
    private long mine;
    private boolean closed;

    private Share(Optional<Holder> holder) {
      this.holder = holder;
    }

    /// Reserves bytes.
    ///
    /// @param bytes how many
    /// @return whether the budget had room for them
    public boolean reserve(long bytes) {
      if (closed || (bytes > 0 && !take(holder, bytes))) {
        return false;
      }
      mine += bytes;
      return true;
    }

    /// Releases bytes.
    ///
    /// @param bytes how many
    public void release(long bytes) {
      if (!closed) {
        giveBack(bytes);
      }
    }

    /// Releases all bytes for good, except bodies that are kept after the end of the connection.
    ///
    /// @param kept bytes to release later with [#releaseKept]
    public void close(long kept) {
      if (!closed) {
        closed = true;
        giveBack(mine - kept);
      }
    }

    /// Releases bytes that were kept at [#close].
    ///
    /// @param bytes how many
    public void releaseKept(long bytes) {
      giveBack(bytes);
    }

    private void giveBack(long bytes) {
      mine -= bytes;
      // Most answers have no body.
      if (bytes != 0) {
        add(holder, -bytes);
      }
    }
  }
}
