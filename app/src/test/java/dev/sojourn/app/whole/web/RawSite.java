package dev.sojourn.app.whole.web;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/// A site at a loopback address of its own, with its answers and its requests.
public final class RawSite {
  private static final Answer NOT_FOUND =
      Answer.of(404, "<title>Not here</title>There is no such page.", Answer.HTML);

  private volatile Answer otherwise = NOT_FOUND;
  private final String address;
  private final int port;
  private final Map<String, Answer> answers = new ConcurrentHashMap<>();
  private final List<AskedPage> asked = new CopyOnWriteArrayList<>();
  private final AtomicInteger underWay = new AtomicInteger();
  private final AtomicInteger mostUnderWay = new AtomicInteger();

  RawSite(String address, int port) {
    this.address = address;
    this.port = port;
  }

  /// {@return its address, as `127.0.0.2`}
  public String address() {
    return address;
  }

  /// {@return its address as one number}
  long addressNumber() {
    return Stream.of(address.split("\\.", -1))
        .mapToLong(Long::parseLong)
        .reduce(0, (sum, part) -> sum << 8 | part);
  }

  /// {@return its port}
  public int port() {
    return port;
  }

  /// {@return its origin, as `http://127.0.0.2:8080`}
  public String origin() {
    return "http://" + address + ":" + port;
  }

  /// Has it answer a target, or all queries of a path.
  ///
  /// @param target with its slash
  public RawSite on(String target, Answer answer) {
    answers.put(target, answer);
    return this;
  }

  /// Sets its answer to all other requests.
  public RawSite otherwise(Answer answer) {
    otherwise = answer;
    return this;
  }

  /// {@return all requests up to now, in their order}
  public List<AskedPage> asked() {
    return List.copyOf(asked);
  }

  /// {@return the targets of all requests up to now}
  public List<String> targets() {
    return asked.stream().map(AskedPage::target).toList();
  }

  /// {@return the most requests that were under way at one time}
  public int mostUnderWay() {
    return mostUnderWay.get();
  }

  /// {@return how often a target was asked for}
  long times(String target) {
    return asked.stream().filter(each -> each.target().equals(target)).count();
  }

  void add(AskedPage page) {
    asked.add(page);
    mostUnderWay.accumulateAndGet(underWay.incrementAndGet(), Math::max);
  }

  void ended() {
    underWay.decrementAndGet();
  }

  Answer to(AskedPage page) {
    var exact = answers.get(page.target());
    return exact == null ? answers.getOrDefault(page.path(), otherwise) : exact;
  }

  @Override
  public String toString() {
    return origin();
  }
}
