package dev.sojourn.visit.upstream;

import dev.sojourn.identity.net.NameService;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/// The address of a web server whose name may not be resolved yet, for example if the daemon starts
/// before the name service. A separate thread resolves the name, since that may take long. The
/// first allowed address is kept. Safe for use by many threads.
final class UpstreamLookup {
  private final NameService names;
  private final AtomicBoolean isUnderWay = new AtomicBoolean();
  private volatile UpstreamAddress place;
  private volatile String clause;

  UpstreamLookup(UpstreamAddress place, NameService names) {
    this.place = place;
    this.names = names;
    this.clause = unknown();
  }

  private String unknown() {
    return "the name of its web server, %s, is not known".formatted(place.host());
  }

  /// {@return the address; empty if unknown}
  Optional<InetAddress> address() {
    return place.known();
  }

  /// Starts to resolve the name if its address is unknown. Does not wait.
  ///
  /// @return the reason why the address is unknown, one clause; empty if it is known
  Optional<String> absence() {
    if (place.known().isPresent()) {
      return Optional.empty();
    }
    if (isUnderWay.compareAndSet(false, true)) {
      Thread.ofVirtual().name("upstream-name").start(this::look);
    }
    return Optional.of(clause);
  }

  private void look() {
    try {
      place = place.resolved(names);
    } catch (UnknownHostException _) {
      clause = unknown();
    } catch (UpstreamAddress.RefusedException e) {
      clause =
          "%s; name a server of this machine in site.upstream, or allow private addresses"
              .formatted(e.getMessage());
    } finally {
      isUnderWay.set(false);
    }
  }
}
