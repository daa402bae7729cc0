package dev.sojourn.fetch.directory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sojourn.base.Bytes;
import dev.sojourn.identity.AgentUrl;
import dev.sojourn.identity.DirectoryLimits;
import dev.sojourn.identity.KeyLookup.Result;
import dev.sojourn.identity.key.SigningKey;
import dev.sojourn.identity.signature.SignedDirectory;
import dev.sojourn.testing.HttpsTestServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeyDirectoryCacheIT {
  private static final SecureRandom RANDOM = new SecureRandom();

  private final SigningKey key = SigningKey.generate(RANDOM);
  private final SigningKey next = SigningKey.generate(RANDOM);
  private final AtomicReference<Instant> now = new AtomicReference<>(Instant.now());
  private final InstantSource clock = now::get;
  private static HttpsTestServer server;
  private KeyDirectoryCache book;

  @BeforeAll
  static void start(@TempDir Path folder) throws Exception {
    server = HttpsTestServer.start(folder);
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @BeforeEach
  void open() {
    server.reset();
    book = new KeyDirectoryCache(server.client(), true, DirectoryLimits.DEFAULT, clock);
  }

  @Test
  void aKeyIsFoundUnderTheUrlThatPublishesItAndFetchedOnce() {
    publish(Duration.ofHours(1), key);

    assertThat(find(key)).isEqualTo(new Result.Published(key.verifyKey(), Optional.empty()));
    pass(Duration.ofMinutes(59));
    assertThat(find(key)).isInstanceOf(Result.Published.class);
    assertThat(server.asked()).isEqualTo(1);
  }

  @Test
  void aKeyThatWasRemovedIsForgottenWhenTheDirectoryIsNoLongerFresh() {
    publish(Duration.ofMinutes(10), key);
    find(key);
    publish(Duration.ofMinutes(10), next);

    assertThat(find(key)).isInstanceOf(Result.Published.class);
    pass(Duration.ofMinutes(10));
    assertThat(find(key)).isInstanceOf(Result.NotPublished.class);
    assertThat(find(next)).isInstanceOf(Result.Published.class);
    assertThat(server.asked()).isEqualTo(2);
  }

  @Test
  void aNewKeyIsFoundWithinAMinuteAndStrangersCannotMakeTheHostAskMoreOften() {
    publish(Duration.ofHours(1), key);
    find(key);
    publish(Duration.ofHours(1), key, next);

    for (int i = 0; i < 20; i++) {
      assertThat(find(SigningKey.generate(RANDOM))).isInstanceOf(Result.NotPublished.class);
    }
    assertThat(server.asked()).isEqualTo(1);
    pass(Duration.ofMinutes(1));
    assertThat(find(next)).isInstanceOf(Result.Published.class);
    assertThat(server.asked()).isEqualTo(2);
  }

  @Test
  void aFetchThatFailsEvictsNothingAndIsRepeatedAfterAPauseOfAtMostFiveMinutes() {
    book =
        new KeyDirectoryCache(
            new HttpsGet(server.client(), true, DirectoryLimits.DEFAULT.time()),
            clock,
            Runnable::run);
    publish(Duration.ofMinutes(1), key);
    find(key);
    answer(AgentUrl.WELL_KNOWN, 503, Map.of(), Bytes.EMPTY);
    int before = server.asked();

    for (int minute = 0; minute < 60; minute++) {
      pass(Duration.ofMinutes(1));
      assertThat(find(key)).isInstanceOf(Result.Published.class);
      assertThat(find(key)).isInstanceOf(Result.Published.class);
    }
    assertThat(server.asked() - before).isBetween(12, 20);
    publish(Duration.ofMinutes(1), next);
    pass(Duration.ofMinutes(5));
    assertThat(find(key)).isInstanceOf(Result.NotPublished.class);
  }

  /// A thief who has a key, and keeps the directory from which it was removed out of reach.
  @Test
  void aDirectoryThatIsKeptOutOfReachIsForgottenAfterSevenDays() {
    publish(Duration.ofMinutes(1), key);
    find(key);
    answer(AgentUrl.WELL_KNOWN, 503, Map.of(), Bytes.EMPTY);

    pass(Duration.ofDays(7));
    assertThat(find(key)).isInstanceOf(Result.Published.class);
    pass(Duration.ofMinutes(6));
    assertThat(find(key)).isInstanceOf(Result.Unavailable.class);
    publish(Duration.ofMinutes(1), next);
    pass(Duration.ofMinutes(5));
    assertThat(find(key)).isInstanceOf(Result.NotPublished.class);
  }

  @Test
  void whereNothingIsKnownAFailureIsNeitherAYesNorANo() {
    answer(AgentUrl.WELL_KNOWN, 500, Map.of(), Bytes.EMPTY);

    assertThat(find(key))
        .isEqualTo(
            new Result.Unavailable(
                "The keys of %s cannot be read now: the answer is 500, and only 200 is one."
                    .formatted(origin())));
    find(key);
    assertThat(server.asked()).isEqualTo(1);
    publish(Duration.ofMinutes(1), key);
    pass(Duration.ofSeconds(5));
    assertThat(find(key)).isInstanceOf(Result.Published.class);
  }

  @Test
  void redirectsAreNotFollowed() {
    var target =
        SignedDirectory.sign(origin(), List.of(key), now.get(), Duration.ofDays(1), Duration.ZERO);
    answer("/elsewhere", 200, target.fields(), target.body());
    for (int status : new int[] {301, 302, 303, 307, 308}) {
      answer(AgentUrl.WELL_KNOWN, status, Map.of("Location", "/elsewhere"), Bytes.EMPTY);
      assertUnavailable("the answer is " + status);
    }
  }

  @Test
  void aDirectoryThatIsTooLargeOrCompressedOrOfAnotherTypeIsNotRead() {
    var large = Bytes.wrap(new byte[DirectoryLimits.DEFAULT.maxBytes() + 1]);
    answer(Map.of("Content-Type", SignedDirectory.MEDIA_TYPE), large);
    assertUnavailable("more than 65536 bytes");
    answer(
        Map.of("Content-Type", SignedDirectory.MEDIA_TYPE, "Content-Encoding", "gzip"),
        Bytes.utf8("{\"keys\":[]}"));
    assertUnavailable("compressed");
    answer(Map.of("Content-Type", "application/json"), Bytes.utf8("{\"keys\":[]}"));
    assertUnavailable("another type");
    answer(Map.of("Content-Type", SignedDirectory.MEDIA_TYPE), Bytes.utf8("<html>"));
    assertUnavailable("no key set");
  }

  @Test
  void aDirectoryBeyondTheSizesThatTheOperatorSetIsNotRead() {
    publish(Duration.ofHours(1), key, next);
    var time = DirectoryLimits.DEFAULT.time();
    for (var tight :
        List.of(new DirectoryLimits(1 << 16, 1, time), new DirectoryLimits(100, 64, time))) {
      var strict = new KeyDirectoryCache(server.client(), true, tight, clock);
      assertThat(strict.find(origin(), key.id())).isInstanceOf(Result.Unavailable.class);
    }
    var fitting =
        new KeyDirectoryCache(server.client(), true, new DirectoryLimits(1 << 16, 2, time), clock);
    assertThat(fitting.find(origin(), key.id())).isInstanceOf(Result.Published.class);
  }

  @Test
  void aServerThatTakesItsTimeIsGivenUp() {
    assertThat(DirectoryLimits.DEFAULT.time()).isEqualTo(Duration.ofSeconds(10));
    publish(Duration.ofHours(1), key);
    var never = new CountDownLatch(1);
    server.holdBackUntil(never);
    var hasty =
        new KeyDirectoryCache(
            new HttpsGet(server.client(), true, Duration.ofMillis(300)), clock, Runnable::run);

    assertThat(hasty.find(origin(), key.id()))
        .isInstanceOfSatisfying(
            Result.Unavailable.class, u -> assertThat(u.sentence()).contains("took over 300 ms"));
    never.countDown();
  }

  @Test
  void addressesThatOnlyThisMachineReachesAreNotAsked() {
    publish(Duration.ofHours(1), key);
    var strict = new KeyDirectoryCache(server.client(), false, DirectoryLimits.DEFAULT, clock);

    for (var host : new String[] {"localhost", "127.0.0.1", "[::1]", "[::ffff:127.0.0.1]"}) {
      var url = new AgentUrl("https://" + host + ":" + port());
      assertThat(strict.find(url, key.id()))
          .isInstanceOfSatisfying(
              Result.Unavailable.class,
              u ->
                  assertThat(u.sentence())
                      .contains("a loopback address, which this host never asks"));
    }
    assertThat(server.asked()).isZero();
  }

  @Test
  void aCertificateOfSomebodyElseIsNotBelieved() throws Exception {
    publish(Duration.ofHours(1), key);
    var usual =
        new KeyDirectoryCache(SSLContext.getDefault(), true, DirectoryLimits.DEFAULT, clock);
    assertThat(usual.find(origin(), key.id())).isInstanceOf(Result.Unavailable.class);
    // The certificate is for localhost and 127.0.0.1, and this is another name of the machine.
    var other = new AgentUrl("https://127.0.0.2:" + port());
    assertThat(book.find(other, key.id())).isInstanceOf(Result.Unavailable.class);
    assertThat(server.asked()).isZero();
  }

  @Test
  void manyWhoAskAtOnceWaitForOneFetch() throws Exception {
    publish(Duration.ofHours(1), key);
    var open = new CountDownLatch(1);
    server.holdBackUntil(open);
    var tasks = new ArrayList<FutureTask<Result>>();
    for (int i = 0; i < 50; i++) {
      var task = new FutureTask<>(() -> find(key));
      tasks.add(task);
      Thread.ofVirtual().start(task);
    }
    open.countDown();

    for (var task : tasks) {
      assertThat(task.get()).isInstanceOf(Result.Published.class);
    }
    assertThat(server.asked()).isEqualTo(1);
  }

  @Test
  void strangersWhoseKeysMakeASlowDirectoryBeFetchedKeepNoOwnerWaiting() throws Exception {
    publish(Duration.ofHours(1), key);
    find(key);
    pass(Duration.ofMinutes(1));
    var never = new CountDownLatch(1);
    server.holdBackUntil(never);
    var strangers = new ArrayList<FutureTask<Result>>();
    for (int i = 0; i < 20; i++) {
      var task = new FutureTask<>(() -> find(SigningKey.generate(RANDOM)));
      strangers.add(task);
      Thread.ofVirtual().start(task);
    }
    await().until(() -> server.asked() == 2);

    for (int i = 0; i < 1_000; i++) {
      assertThat(book.ask(origin(), key.id()))
          .isCompletedWithValueMatching(Result.Published.class::isInstance);
      assertThat(find(key)).isInstanceOf(Result.Published.class);
      assertThat(book.known(origin(), key.id())).isPresent();
    }
    assertThat(strangers).noneMatch(FutureTask::isDone);
    never.countDown();
    for (var stranger : strangers) {
      assertThat(stranger.get()).isInstanceOf(Result.NotPublished.class);
    }
    assertThat(server.asked()).isEqualTo(2);
  }

  @Test
  void aDirectoryThatHasFailedOnceKeepsNobodyWaitingWhoseKeyIsKnown() throws Exception {
    publish(Duration.ofMinutes(1), key);
    find(key);
    answer(AgentUrl.WELL_KNOWN, 503, Map.of(), Bytes.EMPTY);
    pass(Duration.ofMinutes(1));
    find(key);
    var never = new CountDownLatch(1);
    server.holdBackUntil(never);
    pass(Duration.ofMinutes(5));

    assertThat(book.ask(origin(), key.id()))
        .isCompletedWithValueMatching(Result.Published.class::isInstance);
    var unknown = book.ask(origin(), next.id());
    assertThat(unknown).isNotDone();
    never.countDown();
    assertThat(unknown.get()).isInstanceOf(Result.NotPublished.class);
  }

  @Test
  void whatWasReadIsKnownAfterARestartAlsoWhereTheDirectoryIsDown(@TempDir Path data) {
    var file = data.resolve("directories");
    publish(Duration.ofMinutes(10), key);
    book = restarted(file);
    find(key);
    await().until(() -> Files.exists(file));
    answer(AgentUrl.WELL_KNOWN, 503, Map.of(), Bytes.EMPTY);

    book = restarted(file);
    assertThat(find(key)).isInstanceOf(Result.Published.class);
    assertThat(server.asked()).isEqualTo(1);
    pass(Duration.ofMinutes(10));
    assertThat(find(key)).isInstanceOf(Result.Published.class);
    assertThat(server.asked()).isEqualTo(2);
    // The failure took nothing from the file either.
    book = restarted(file);
    assertThat(find(key)).isInstanceOf(Result.Published.class);
  }

  @Test
  void newerEvidenceWinsOverWhatWasKept(@TempDir Path data) throws Exception {
    var file = data.resolve("directories");
    publish(Duration.ofMinutes(10), key);
    book = restarted(file);
    find(key);
    await().until(() -> Files.exists(file));
    var first = Files.readString(file);
    publish(Duration.ofMinutes(10), next);
    pass(Duration.ofMinutes(10));
    book = restarted(file);
    assertThat(find(key)).isInstanceOf(Result.NotPublished.class);
    await().until(() -> !Files.readString(file).equals(first));

    book = restarted(file);
    assertThat(find(next)).isInstanceOf(Result.Published.class);
    assertThat(find(key)).isInstanceOf(Result.NotPublished.class);
    assertThat(server.asked()).isEqualTo(2);
  }

  @Test
  void aDamagedFileOfDirectoriesIsFetchedAnew(@TempDir Path data) throws Exception {
    var file = Files.writeString(data.resolve("directories"), "SJKD 1 garbage");
    publish(Duration.ofMinutes(10), key);

    book = restarted(file);
    assertThat(find(key)).isInstanceOf(Result.Published.class);
    assertThat(server.asked()).isEqualTo(1);
    // It is written after the answer.
    await().until(() -> !Files.readString(data.resolve("directories")).contains("garbage"));
  }

  private KeyDirectoryCache restarted(Path file) {
    return new KeyDirectoryCache(server.client(), true, DirectoryLimits.DEFAULT, clock, file);
  }

  @Test
  void aCardNamesTheProductTokenAndWhereTheKeysAre() {
    var card = new AgentUrl(origin() + "/card.json");
    var json = Map.of("Content-Type", "application/json");
    answer(
        "/card.json",
        200,
        json,
        Bytes.utf8(
            "{\"client_id\":\"%s\",\"jwks_uri\":\"%s/jwks.json\",\"web_bot_auth\":{\"rfc9309-product-token\":\"ExampleBot\"}}"
                .formatted(card, origin())));
    answer(
        "/jwks.json",
        200,
        json,
        Bytes.utf8("{\"keys\":[" + key.verifyKey().toJwk().asUtf8() + "]}"));

    assertThat(book.find(card, key.id()))
        .isEqualTo(new Result.Published(key.verifyKey(), Optional.of("ExampleBot")));
    assertThat(book.find(origin(), key.id())).isInstanceOf(Result.Unavailable.class);
  }

  /// The server answers that path with that query alone.
  @Test
  void aDirectoryIsFetchedWithItsQueryAndKnownWithoutIt() {
    var directory = AgentUrl.parse(origin() + "/%6Beys.json?tenant=4&x=%2F").orElseThrow();
    assertThat(directory).isEqualTo(new AgentUrl(origin() + "/keys.json"));
    answer(
        "/keys.json?tenant=4&x=%2F",
        200,
        Map.of("Content-Type", "application/jwk-set+json"),
        Bytes.utf8("{\"keys\":[" + key.verifyKey().toJwk().asUtf8() + "]}"));

    assertThat(book.find(directory, key.id())).isInstanceOf(Result.Published.class);
    assertThat(book.known(new AgentUrl(origin() + "/keys.json"), key.id())).isPresent();
    assertThat(server.asked()).isEqualTo(1);
  }

  private static AgentUrl origin() {
    return new AgentUrl(server.origin());
  }

  /// Publishes keys at the well-known path.
  private static void publish(Duration cacheFor, SigningKey... keys) {
    var signed =
        SignedDirectory.sign(origin(), List.of(keys), Instant.now(), Duration.ofDays(1), cacheFor);
    answer(AgentUrl.WELL_KNOWN, 200, signed.fields(), signed.body());
  }

  private static void answer(Map<String, String> fields, Bytes body) {
    answer(AgentUrl.WELL_KNOWN, 200, fields, body);
  }

  private static void answer(String path, int status, Map<String, String> fields, Bytes body) {
    server.answer(path, status, fields, body.toArray());
  }

  private void assertUnavailable(String why) {
    pass(Duration.ofMinutes(5));
    assertThat(find(key))
        .isInstanceOfSatisfying(
            Result.Unavailable.class, u -> assertThat(u.sentence()).contains(why));
  }

  private String port() {
    return server.origin().replaceAll(".*:", "");
  }

  private Result find(SigningKey which) {
    return book.find(origin(), which.id());
  }

  private void pass(Duration time) {
    now.set(now.get().plus(time));
  }
}
