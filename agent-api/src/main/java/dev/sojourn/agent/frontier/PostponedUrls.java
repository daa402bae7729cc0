package dev.sojourn.agent.frontier;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.function.Predicate;

/// The URLs whose pages could not be read for a reason that may pass. They are taken again after
/// all other URLs, those that were postponed less often first. URLs that were postponed often
/// enough are given up, until a visit begins with them. Not thread-safe.
public final class PostponedUrls {
  /// How often a URL may be postponed.
  public static final int MOST = 2;

  /// The queues by how often their URLs were postponed, once first.
  private final List<UrlQueue> all = List.of(new UrlQueue(), new UrlQueue());

  private UrlQueue givenUp = new UrlQueue();

  /// How often the last URL taken was postponed; 0 if another URL was taken since.
  private int times;

  /// Creates empty queues.
  public PostponedUrls() {}

  /// Another URL than a postponed one was taken.
  public void leave() {
    times = 0;
  }

  /// {@return whether the last URL taken may be postponed; then it waits, else it is given up}
  ///
  /// @param url the last URL taken
  public boolean add(WaitingUrl url) {
    boolean isPostponed = times < MOST;
    (isPostponed ? all.get(times) : givenUp).add(url);
    return isPostponed;
  }

  /// Takes URLs that were given up.
  ///
  /// @param wanted the URLs to take, if they were given up
  /// @return those of them that were given up, in the order in which they were
  public List<WaitingUrl> takeGivenUp(Collection<String> wanted) {
    if (givenUp.isEmpty()) {
      return List.of();
    }
    var of = Set.copyOf(wanted);
    var taken = new ArrayList<WaitingUrl>();
    var left = new UrlQueue();
    while (!givenUp.isEmpty()) {
      var url = givenUp.take();
      if (of.contains(url.url())) {
        taken.add(url);
      } else {
        left.add(url);
      }
    }
    givenUp = left;
    return taken;
  }

  /// Removes the next URLs as long as their pages were read meanwhile, at the end of a redirect.
  ///
  /// @param isRead whether the page of a URL was read
  public void skip(Predicate<String> isRead) {
    for (var queue : all) {
      while (!queue.isEmpty() && isRead.test(queue.upcoming(1).getFirst().url())) {
        var _ = queue.take();
      }
    }
  }

  /// Takes the next URL.
  ///
  /// @return the URL
  /// @throws NoSuchElementException if none waits
  public WaitingUrl take() {
    for (int i = 0; i < MOST; i++) {
      if (!all.get(i).isEmpty()) {
        times = i + 1;
        return all.get(i).take();
      }
    }
    throw new NoSuchElementException("no URL is postponed");
  }

  /// {@return how many URLs wait; none of them is given up}
  public int size() {
    return all.stream().mapToInt(UrlQueue::size).sum();
  }

  /// {@return whether none waits}
  public boolean isEmpty() {
    return size() == 0;
  }

  /// Writes the queues into a state.
  ///
  /// @param out receives the octets, and counts the objects that a reader will make of them
  /// @throws IOException if the output is full
  public void write(StateOutput out) throws IOException {
    for (var queue : all) {
      queue.write(out);
    }
    givenUp.write(out);
  }

  /// Reads the URLs of a state into these empty queues.
  ///
  /// @param in what [#write] wrote, or any other octets
  /// @throws IllegalArgumentException if the octets are malformed
  public void read(StateInput in) {
    for (var queue : all) {
      queue.read(in);
    }
    givenUp.read(in);
  }
}
