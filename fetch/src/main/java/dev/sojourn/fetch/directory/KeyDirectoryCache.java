package dev.sojourn.fetch.directory;

import dev.sojourn.base.json.JsonException;
import dev.sojourn.fetch.answer.CacheTime;
import dev.sojourn.identity.AgentUrl;
import dev.sojourn.identity.DirectoryLimits;
import dev.sojourn.identity.KeyDirectory;
import dev.sojourn.identity.KeyLookup;
import dev.sojourn.identity.signature.SignedDirectory;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/// Caches the key directories of trusted URLs: fetches them on demand, and keeps them as long as
/// HTTP allows. Safe for use by several threads.
///
/// A directory that was read replaces the known one. After a failed fetch the known one stays, for
/// seven days at most. The next attempt follows after a pause that doubles up to five minutes. A
/// request for an unknown key causes a new fetch at most once a minute, so that a new key is soon
/// known.
///
/// The state of a URL is one value that is replaced as a whole, so that a look-up of a known key
/// never waits. At most one fetch of a URL is under way; it has its own thread. Callers wait for it
/// if their key is unknown or no longer fresh. If the last attempt failed, only callers with an
/// unknown key wait. So strangers who invent keys cannot make an owner of a known key wait.
public final class KeyDirectoryCache implements KeyLookup {
  private static final System.Logger LOG = System.getLogger(KeyDirectoryCache.class.getName());

  static final Duration SHORTEST_LIFE = Duration.ofMinutes(1);
  static final Duration LONGEST_LIFE = Duration.ofDays(1);

  // The life of an answer that states none (RFC 9111, 4.2.2).
  private static final Duration USUAL_LIFE = Duration.ofMinutes(10);

  private static final Duration FIRST_PAUSE = Duration.ofSeconds(5);
  private static final Duration LONGEST_PAUSE = Duration.ofMinutes(5);
  private static final Duration RECHECK = Duration.ofMinutes(1);
  private static final String ACCEPT = SignedDirectory.MEDIA_TYPE + ", application/json;q=0.9";

  private final HttpsGet https;
  private final DirectoryLimits limits;
  private final InstantSource clock;
  private final Executor fetches;
  private final Optional<DirectoryFile> file;
  private final ConcurrentHashMap<AgentUrl, Entry> entries = new ConcurrentHashMap<>();

  /// An empty cache.
  ///
  /// @param tls the context whose certificates are believed
  /// @param isPrivateAllowed whether directories may be at addresses that are not public
  /// @param limits the bounds of one request
  /// @param clock the time
  public KeyDirectoryCache(
      SSLContext tls, boolean isPrivateAllowed, DirectoryLimits limits, InstantSource clock) {
    this(tls, isPrivateAllowed, limits, clock, Optional.empty());
  }

  /// A cache that keeps its content over restarts.
  ///
  /// @param tls the context whose certificates are believed
  /// @param isPrivateAllowed whether directories may be at addresses that are not public
  /// @param limits the bounds of one request
  /// @param clock the time
  /// @param file keeps the directories that were read; made at the first write, readable by its
  ///   owner only
  public KeyDirectoryCache(
      SSLContext tls,
      boolean isPrivateAllowed,
      DirectoryLimits limits,
      InstantSource clock,
      Path file) {
    this(tls, isPrivateAllowed, limits, clock, Optional.of(new DirectoryFile(file)));
  }

  private KeyDirectoryCache(
      SSLContext tls,
      boolean isPrivateAllowed,
      DirectoryLimits limits,
      InstantSource clock,
      Optional<DirectoryFile> file) {
    this(
        new HttpsGet(tls, isPrivateAllowed, limits.time()),
        limits,
        clock,
        fetch -> Thread.ofVirtual().name("directory").start(fetch),
        file);
  }

  KeyDirectoryCache(HttpsGet https, InstantSource clock, Executor fetches) {
    this(https, DirectoryLimits.DEFAULT, clock, fetches, Optional.empty());
  }

  private KeyDirectoryCache(
      HttpsGet https,
      DirectoryLimits limits,
      InstantSource clock,
      Executor fetches,
      Optional<DirectoryFile> file) {
    this.limits = limits;
    this.https = https;
    this.clock = clock;
    this.fetches = fetches;
    this.file = file;
    file.ifPresent(
        kept ->
            kept.read(clock.instant())
                .forEach((url, known) -> entries.put(url, new Entry(Known.of(known)))));
  }

  /// The state of one URL.
  ///
  /// @param directory the last directory that was read
  /// @param read the time of the request for it
  /// @param freshUntil the end of the time for which it needs no new request
  /// @param failure why the last attempt failed; empty if it succeeded
  /// @param pause after that failure
  /// @param notBefore the earliest time of the next attempt
  private record Known(
      Optional<KeyDirectory> directory,
      Instant read,
      Instant freshUntil,
      String failure,
      Duration pause,
      Instant notBefore) {

    private static final Known NOTHING =
        new Known(Optional.empty(), Instant.MIN, Instant.MIN, "", Duration.ZERO, Instant.MIN);

    private static Known of(DirectoryFile.Kept kept) {
      return new Known(
          Optional.of(kept.directory()),
          kept.read(),
          kept.freshUntil(),
          "",
          Duration.ZERO,
          Instant.MIN);
    }

    private boolean has(String keyId, Instant now) {
      return directory(now).flatMap(d -> d.find(keyId, now)).isPresent();
    }

    /// The directory, unless it is too old. The limit of a restart holds here too: an attacker who
    /// blocks the directory keeps a removed key no longer.
    private Optional<KeyDirectory> directory(Instant now) {
      return directory.filter(_ -> !now.isAfter(read.plus(DirectoryFile.LONGEST)));
    }

    /// After a clock went back, the age of the keys is unknown.
    private boolean isFresh(Instant now) {
      return !now.isBefore(read) && now.isBefore(freshUntil);
    }

    private boolean isDue(String keyId, Instant now) {
      boolean isWanted = !isFresh(now) || (!has(keyId, now) && !now.isBefore(read.plus(RECHECK)));
      boolean isResting = now.isBefore(notBefore) && !notBefore.isAfter(now.plus(LONGEST_PAUSE));
      return isWanted && !isResting;
    }

    private Known failed(String sentence, Instant now) {
      var doubled = pause.isZero() ? FIRST_PAUSE : pause.multipliedBy(2);
      var next = doubled.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : doubled;
      return new Known(directory, read, freshUntil, sentence, next, now.plus(next));
    }

    private Result answer(AgentUrl url, String keyId, Instant now) {
      var known = directory(now);
      if (known.isEmpty()) {
        return new Result.Unavailable(
            "The keys of %s cannot be read now: %s.".formatted(url, failure));
      }
      return known
          .get()
          .find(keyId, now)
          .<Result>map(key -> new Result.Published(key, known.get().productToken()))
          .orElseGet(Result.NotPublished::new);
    }
  }

  /// The entry of one URL: its state, and the fetch under way. The lock of the entry guards
  /// `underWay`; no thread holds that lock while it waits.
  private static final class Entry {
    private volatile Known known;
    private @Nullable CompletableFuture<Known> underWay;

    private Entry(Known known) {
      this.known = known;
    }
  }

  @Override
  public Result find(AgentUrl url, String keyId) {
    try {
      return ask(url, keyId).get();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return new Result.Unavailable("This host ends.");
    } catch (ExecutionException e) {
      throw new IllegalStateException("a fetch reports its failures as values", e);
    }
  }

  @Override
  public Optional<Result.Published> known(AgentUrl url, String keyId) {
    var now = clock.instant();
    var known = entry(url).known;
    return known.isFresh(now) && known.answer(url, keyId, now) instanceof Result.Published published
        ? Optional.of(published)
        : Optional.empty();
  }

  @Override
  public CompletableFuture<Result> ask(AgentUrl url, String keyId) {
    var entry = entry(url);
    var now = clock.instant();
    var seen = entry.known;
    if (!seen.isDue(keyId, now)) {
      return CompletableFuture.completedFuture(seen.answer(url, keyId, now));
    }
    var fetch = refresh(entry, url, keyId, now);
    return seen.has(keyId, now) && !seen.failure.isEmpty()
        ? CompletableFuture.completedFuture(entry.known.answer(url, keyId, now))
        : fetch.thenApply(known -> known.answer(url, keyId, clock.instant()));
  }

  private Entry entry(AgentUrl url) {
    return entries.computeIfAbsent(url, _ -> new Entry(Known.NOTHING));
  }

  /// The fetch that is under way, or a new one.
  private CompletableFuture<Known> refresh(Entry entry, AgentUrl url, String keyId, Instant now) {
    var mine = new CompletableFuture<Known>();
    synchronized (entry) {
      if (entry.underWay != null) {
        return entry.underWay;
      }
      if (!entry.known.isDue(keyId, now)) {
        return CompletableFuture.completedFuture(entry.known);
      }
      entry.underWay = mine;
    }
    fetches.execute(
        () -> {
          var known = read(entry.known, url, now);
          synchronized (entry) {
            entry.known = known;
            entry.underWay = null;
          }
          mine.complete(known);
          if (known.failure.isEmpty()) {
            file.ifPresent(this::keep);
          }
        });
    return mine;
  }

  /// Writes the file, one thread at a time, so that no older state replaces a newer one.
  private void keep(DirectoryFile kept) {
    synchronized (kept) {
      var all = new HashMap<AgentUrl, DirectoryFile.Kept>();
      entries.forEach(
          (url, entry) -> {
            var known = entry.known;
            known.directory.ifPresent(
                directory ->
                    all.put(url, new DirectoryFile.Kept(directory, known.read, known.freshUntil)));
          });
      kept.write(all);
    }
  }

  private Known read(Known before, AgentUrl url, Instant now) {
    Fetched fetched;
    try {
      fetched = fetch(url, now);
    } catch (RuntimeException e) {
      LOG.log(System.Logger.Level.ERROR, "Fetching the keys of " + url + " failed here", e);
      fetched = new Fetched.Failed("this host failed");
    }
    return switch (fetched) {
      case Fetched.Read(var directory, var life) -> {
        LOG.log(
            System.Logger.Level.INFO,
            "{0} publishes {1} keys; the next fetch is in {2}",
            url,
            directory.keys().size(),
            life);
        yield new Known(
            Optional.of(directory), now, now.plus(life), "", Duration.ZERO, Instant.MIN);
      }
      case Fetched.Failed(var sentence) -> {
        var known = before.failed(sentence, now);
        LOG.log(
            System.Logger.Level.WARNING,
            "The keys of {0} cannot be read: {1}; the next fetch is in {2}",
            url,
            sentence,
            known.pause());
        yield known;
      }
    };
  }

  /// The outcome of fetching a directory.
  sealed interface Fetched {
    record Read(KeyDirectory directory, Duration life) implements Fetched {}

    record Failed(String sentence) implements Fetched {}
  }

  private Fetched fetch(AgentUrl url, Instant now) {
    return switch (one(url, now)) {
      case Fetched.Failed failed -> failed;
      case Fetched.Read(var card, var life) when card.elsewhere().isPresent() ->
          switch (one(card.elsewhere().get(), now)) {
            case Fetched.Failed(var sentence) ->
                new Fetched.Failed("the keys of its card: " + sentence);
            case Fetched.Read(var set, var setLife) ->
                set.elsewhere().isPresent()
                    ? new Fetched.Failed("its card names another card")
                    : new Fetched.Read(
                        card.withKeysOf(set), life.compareTo(setLife) < 0 ? life : setLife);
          };
      case Fetched.Read read -> read;
    };
  }

  private Fetched one(AgentUrl url, Instant now) {
    return fetched(https.get(url.resource(), ACCEPT, limits.maxBytes()), url, limits, now);
  }

  /// The result of an answer for the keys of a URL.
  static Fetched fetched(HttpsAnswer answer, AgentUrl url, DirectoryLimits limits, Instant now) {
    return switch (answer) {
      case HttpsAnswer.Failed(var sentence) -> new Fetched.Failed(sentence);
      case HttpsAnswer.Got got when got.head().status() != 200 ->
          new Fetched.Failed("the answer is " + got.head().status() + ", and only 200 is one");
      case HttpsAnswer.Got got when !isRightType(url, got) ->
          new Fetched.Failed("the answer is of another type than " + SignedDirectory.MEDIA_TYPE);
      case HttpsAnswer.Got got -> {
        try {
          var directory = KeyDirectory.read(got.body(), url, limits);
          if (url.isOrigin()) {
            var proven = SignedDirectory.proven(url, directory, got.body(), got.head()::all, now);
            LOG.log(System.Logger.Level.DEBUG, "{0} proves the keys {1}", url, proven);
          }
          yield new Fetched.Read(directory, fresh(got, now));
        } catch (JsonException e) {
          yield new Fetched.Failed("the answer is no key set: " + e.getMessage());
        }
      }
    };
  }

  /// The time for which a directory is fresh: one minute to one day. So a directory that forbids
  /// caching is not fetched for each request, and a removed key is out of use after a day.
  private static Duration fresh(HttpsAnswer.Got got, Instant now) {
    var said = CacheTime.of(got.head(), now).orElse(USUAL_LIFE);
    return Collections.max(List.of(SHORTEST_LIFE, Collections.min(List.of(said, LONGEST_LIFE))));
  }

  /// At the well-known path the draft demands the media type; elsewhere any type is accepted.
  private static boolean isRightType(AgentUrl url, HttpsAnswer.Got got) {
    return !url.isOrigin()
        || got.head().all("content-type").stream()
            .anyMatch(
                type -> type.split(";", 2)[0].strip().equalsIgnoreCase(SignedDirectory.MEDIA_TYPE));
  }
}
