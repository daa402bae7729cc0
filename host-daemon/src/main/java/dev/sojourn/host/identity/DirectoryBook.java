package dev.sojourn.host.identity;

import dev.sojourn.atp.identity.AgentUrl;
import dev.sojourn.atp.identity.KeyDirectory;
import dev.sojourn.atp.identity.KeyLookup;
import dev.sojourn.atp.identity.SignedDirectory;
import dev.sojourn.atp.json.JsonException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import javax.net.ssl.SSLContext;

/// The key directories of the URLs that somebody here trusts, fetched when they are needed and kept
/// as long as HTTP allows. Safe for use by several threads; whoever asks for the same URL at the
/// same time waits for one fetch.
///
/// A directory that was read is evidence, and takes the place of what was known. A fetch that
/// failed is none: what was known stays, and the next attempt is made after a pause that doubles up
/// to five minutes. A key that is not in a directory lets it be fetched anew once a minute, so that
/// a new key is soon known.
public final class DirectoryBook implements KeyLookup {
  private static final System.Logger LOG = System.getLogger(DirectoryBook.class.getName());

  private static final Duration FIRST_PAUSE = Duration.ofSeconds(5);
  private static final Duration LONGEST_PAUSE = Duration.ofMinutes(5);
  private static final Duration RECHECK = Duration.ofMinutes(1);
  private static final String ACCEPT = SignedDirectory.MEDIA_TYPE + ", application/json;q=0.9";

  private final HttpsGet https;
  private final InstantSource clock;
  private final ConcurrentHashMap<AgentUrl, Shelf> shelves = new ConcurrentHashMap<>();

  /// An empty book.
  ///
  /// @param tls whose certificates are believed
  /// @param isPrivateAllowed whether directories may be at addresses that are not public
  /// @param clock the time
  public DirectoryBook(SSLContext tls, boolean isPrivateAllowed, InstantSource clock) {
    this(new HttpsGet(tls, isPrivateAllowed), clock);
  }

  DirectoryBook(HttpsGet https, InstantSource clock) {
    this.https = https;
    this.clock = clock;
  }

  /// What is known of one URL.
  private static final class Shelf {
    private final ReentrantLock lock = new ReentrantLock();
    private Optional<KeyDirectory> directory = Optional.empty();
    private Instant read = Instant.MIN;
    private Instant freshUntil = Instant.MIN;
    private String failure = "";
    private Duration pause = Duration.ZERO;
    private Instant notBefore = Instant.MIN;
  }

  @Override
  public Result find(AgentUrl url, String keyId) {
    var shelf = shelves.computeIfAbsent(url, _ -> new Shelf());
    shelf.lock.lock();
    try {
      var now = clock.instant();
      boolean isKnown = shelf.directory.flatMap(d -> d.find(keyId, now)).isPresent();
      boolean isDue =
          !now.isBefore(shelf.freshUntil) || (!isKnown && !now.isBefore(shelf.read.plus(RECHECK)));
      if (isDue && !now.isBefore(shelf.notBefore)) {
        refresh(shelf, url, now);
      }
      return answer(shelf, url, keyId, clock.instant());
    } finally {
      shelf.lock.unlock();
    }
  }

  private static Result answer(Shelf shelf, AgentUrl url, String keyId, Instant now) {
    if (shelf.directory.isEmpty()) {
      return new Result.Unavailable(
          "The keys of %s cannot be had now: %s.".formatted(url, shelf.failure));
    }
    var directory = shelf.directory.get();
    return directory
        .find(keyId, now)
        .<Result>map(key -> new Result.Published(key, directory.productToken()))
        .orElseGet(Result.NotPublished::new);
  }

  private void refresh(Shelf shelf, AgentUrl url, Instant now) {
    switch (fetch(url, now)) {
      case Fetched.Read(var directory, var life) -> {
        shelf.directory = Optional.of(directory);
        shelf.read = now;
        shelf.freshUntil = now.plus(life);
        shelf.failure = "";
        shelf.pause = Duration.ZERO;
        shelf.notBefore = Instant.MIN;
        LOG.log(
            System.Logger.Level.INFO,
            "{0} publishes {1} keys; asked again in {2}",
            url,
            directory.keys().size(),
            life);
      }
      case Fetched.Failed(var sentence) -> {
        var doubled = shelf.pause.isZero() ? FIRST_PAUSE : shelf.pause.multipliedBy(2);
        shelf.pause = doubled.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : doubled;
        shelf.notBefore = now.plus(shelf.pause);
        shelf.failure = sentence;
        LOG.log(
            System.Logger.Level.WARNING,
            "The keys of {0} cannot be had: {1}; asked again in {2}",
            url,
            sentence,
            shelf.pause);
      }
    }
  }

  private sealed interface Fetched {
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
    return switch (https.get(url.resource(), ACCEPT, KeyDirectory.MAX_BYTES)) {
      case HttpsAnswer.Failed(var sentence) -> new Fetched.Failed(sentence);
      case HttpsAnswer.Got got when got.status() != 200 ->
          new Fetched.Failed("the answer is " + got.status() + ", and only 200 is one");
      case HttpsAnswer.Got got when !isRightType(url, got) ->
          new Fetched.Failed("the answer is of another type than " + SignedDirectory.MEDIA_TYPE);
      case HttpsAnswer.Got got -> {
        try {
          var directory = KeyDirectory.read(got.body(), url);
          if (url.isOrigin()) {
            var proven = SignedDirectory.proven(url, directory, got.body(), got::all, now);
            LOG.log(System.Logger.Level.DEBUG, "{0} proves the keys {1}", url, proven);
          }
          yield new Fetched.Read(directory, Freshness.of(got));
        } catch (JsonException e) {
          yield new Fetched.Failed("the answer is no key set: " + e.getMessage());
        }
      }
    };
  }

  /// At the well-known path the draft demands the type; elsewhere any will do.
  private static boolean isRightType(AgentUrl url, HttpsAnswer.Got got) {
    return !url.isOrigin()
        || got.all("content-type").stream()
            .anyMatch(
                type -> type.split(";", 2)[0].strip().equalsIgnoreCase(SignedDirectory.MEDIA_TYPE));
  }
}
