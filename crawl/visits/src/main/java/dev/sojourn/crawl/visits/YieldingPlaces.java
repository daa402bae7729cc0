package dev.sojourn.crawl.visits;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;

/// Places for requests, in order of arrival. A slow request gives its place to the next one and
/// continues without a place. So a few places protect a name service and a network from overload,
/// and a slow site does not block others. May be used by any thread.
public final class YieldingPlaces {
  private final Semaphore places;
  private final Semaphore all;
  private final Duration patience;

  /// Creates free places.
  ///
  /// @param places the limit for requests that still hold their place; at least 1
  /// @param most the limit for all requests under way, at least as large; this limits their memory
  /// @param patience how long a request holds its place
  public YieldingPlaces(int places, int most, Duration patience) {
    this.places = new Semaphore(places, true);
    this.all = new Semaphore(most, true);
    this.patience = patience;
  }

  /// {@return a place; the caller closes it when its request is over}
  ///
  /// @throws InterruptedException if the thread was interrupted while it waited
  public Place enter() throws InterruptedException {
    all.acquire();
    try {
      places.acquire();
    } catch (InterruptedException e) {
      all.release();
      throw e;
    }
    return new Place();
  }

  /// The place of one request.
  public final class Place implements AutoCloseable {
    private final AtomicBoolean isGivenBack = new AtomicBoolean();
    private final Thread watch = Thread.ofVirtual().name("place").start(this::watch);

    private Place() {}

    private void watch() {
      try {
        Thread.sleep(patience);
        giveBack();
      } catch (InterruptedException _) {
        // The request is over.
      }
    }

    private void giveBack() {
      if (isGivenBack.compareAndSet(false, true)) {
        places.release();
      }
    }

    @Override
    public void close() {
      watch.interrupt();
      giveBack();
      all.release();
    }
  }
}
