package dev.sojourn.host.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.atp.agent.AgentPackage;
import dev.sojourn.atp.agent.PackageFault;
import dev.sojourn.atp.agent.PackageVerdict;
import dev.sojourn.atp.agent.PackageVerifier;
import dev.sojourn.atp.agent.VerifierSettings;
import dev.sojourn.atp.passport.Passport;
import dev.sojourn.atp.passport.PassportLimits;
import dev.sojourn.atp.passport.PassportScope;
import dev.sojourn.base.Bytes;
import dev.sojourn.base.Digest;
import dev.sojourn.host.quota.IntakeLimits;
import dev.sojourn.host.store.Arrival;
import dev.sojourn.host.store.Store;
import dev.sojourn.identity.AgentUrl;
import dev.sojourn.identity.KeyLookup;
import dev.sojourn.identity.key.SigningKey;
import dev.sojourn.identity.net.AtpAddress;
import dev.sojourn.identity.signature.Envelope;
import dev.sojourn.identity.trust.TrustEntry;
import dev.sojourn.identity.trust.TrustLookup;
import dev.sojourn.identity.trust.TrustSource;
import dev.sojourn.identity.trust.TrustStore;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The trust of a host, from its configuration to the verdict on a package.
class TrustStoreTest {
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final Instant NOW = Instant.parse("2026-06-01T12:00:00Z");
  private static final AtpAddress HOST = new AtpAddress("host.example", 10434);
  private static final Bytes CODE = Bytes.utf8("the code");
  private static final AgentUrl CRAWLER = new AgentUrl("https://crawler.example");
  private static final AgentUrl DOWN = new AgentUrl("https://down.example");
  private static final AgentUrl FAMOUS = new AgentUrl("https://famous.example");

  @TempDir private Path folder = Path.of("");

  private final SigningKey key = SigningKey.generate(RANDOM);
  private final SigningKey famous = SigningKey.generate(RANDOM);

  /// Two sites publish a key each; the keys of a third one cannot be read.
  private final KeyLookup directories =
      (url, id) -> {
        if (url.equals(CRAWLER) && id.equals(key.id())) {
          return new KeyLookup.Result.Published(key.verifyKey(), Optional.of("examplebot"));
        } else if (url.equals(FAMOUS) && id.equals(famous.id())) {
          return new KeyLookup.Result.Published(famous.verifyKey(), Optional.empty());
        } else if (url.equals(DOWN)) {
          return new KeyLookup.Result.Unavailable("It is down.");
        }
        return new KeyLookup.Result.NotPublished();
      };

  @Test
  void anEmptyListTrustsNobody() {
    assertRefused(book(), agent(passport(CRAWLER)), PackageFault.SIGNER_UNTRUSTED);
  }

  @Test
  void whoSignsWithAKeyOfATrustedUrlAndNamesItIsThatUrl() {
    assertThat(verify(book(url(CRAWLER)), agent(passport(CRAWLER))))
        .isInstanceOfSatisfying(
            PackageVerdict.Verified.class,
            ok -> {
              assertThat(ok.signer().url()).contains(CRAWLER.text());
              assertThat(ok.signer().name()).isEqualTo("of " + CRAWLER);
            });
  }

  /// The operator writes the URL as it is fetched; a passport has its normal form without the
  /// query.
  @Test
  void aDirectoryWithPathQueryAndEscapesIsLookedUpAsTheOperatorWroteIt() {
    var written =
        AgentUrl.parse("https://Crawler.example/%6Beys/%c3%a4.json?tenant=4&x=%2F").orElseThrow();
    var asked = new ArrayList<String>();
    KeyLookup there =
        (url, id) -> {
          asked.add(url.resource().toString());
          return id.equals(key.id())
              ? new KeyLookup.Result.Published(key.verifyKey(), Optional.empty())
              : new KeyLookup.Result.NotPublished();
        };

    assertThat(verify(book(there, url(written)), agent(passport(written))))
        .isInstanceOfSatisfying(
            PackageVerdict.Verified.class,
            ok ->
                assertThat(ok.signer().url()).contains("https://crawler.example/keys/%C3%A4.json"));
    assertThat(asked)
        .isNotEmpty()
        .containsOnly("https://crawler.example/keys/%C3%A4.json?tenant=4&x=%2F");
    assertRefused(
        book(there, url(written)), agent(passport(CRAWLER)), PackageFault.SIGNER_URL_WRONG);
  }

  @Test
  void aKeyOfOneTrustedUrlIsNoKeyOfAnother() {
    var book = book(url(CRAWLER), url(FAMOUS));

    assertRefused(book, agent(passport(FAMOUS)), PackageFault.SIGNER_URL_WRONG);
    assertRefused(book, agent(passport()), PackageFault.SIGNER_URL_WRONG);
  }

  @Test
  void aTokenThatTheCardDoesNotNameIsRefused() {
    var other = passport(Optional.of(CRAWLER.text()), "OtherBot");

    assertRefused(book(url(CRAWLER)), agent(other), PackageFault.TOKEN_WRONG);
  }

  @Test
  void aDirectoryThatCannotBeHadIsNeitherAYesNorANo() {
    var book = book(url(DOWN));

    assertRefused(book, agent(passport(DOWN)), PackageFault.SIGNER_UNVERIFIED);
    assertThat(book.lookUp(key.id())).isEqualTo(new TrustLookup.Unavailable("It is down."));
    // If a directory is down, signers who are known by others lose nothing.
    assertThat(verify(book(url(DOWN), url(CRAWLER)), agent(passport(CRAWLER))))
        .isInstanceOf(PackageVerdict.Verified.class);
  }

  /// A stranger who gets the answer "later" learns that this host trusts somebody else, whose
  /// server fails.
  @Test
  void aStrangerLearnsNothingOfATrustedDirectorysFailure() throws Exception {
    for (var stranger : List.of(passport(), passport(CRAWLER), passport(FAMOUS))) {
      assertThat(verify(book(url(DOWN)), agent(stranger)))
          .isEqualTo(verify(book(), agent(stranger)))
          .isInstanceOfSatisfying(
              PackageVerdict.Refused.class,
              no -> assertThat(no.fault()).isEqualTo(PackageFault.SIGNER_UNTRUSTED));
    }
    // An agent that names that URL is asked to come again, without a reason.
    assertThat(verify(book(url(DOWN)), agent(passport(DOWN))))
        .isInstanceOfSatisfying(
            PackageVerdict.Refused.class,
            later ->
                assertThat(later.sentence())
                    .isEqualTo(
                        "Whether https://down.example publishes key %s is not known now; send the"
                                .formatted(key.id())
                            + " agent again later."));
    try (var store = Store.open(folder)) {
      var requests = StoredOwnerKeys.of(book(url(DOWN)), store);
      assertThat(requests.lookUp(key.id())).isInstanceOf(TrustLookup.Unknown.class);
      store
          .arrivals()
          .admit(
              new Arrival(agent(passport(DOWN)), passport(DOWN), "signer", NOW),
              IntakeLimits.unfinished(10))
          .await();
      assertThat(requests.lookUp(key.id())).isInstanceOf(TrustLookup.Unavailable.class);
      assertThat(requests.lookUp(famous.id())).isInstanceOf(TrustLookup.Unknown.class);
    }
  }

  @Test
  void aSlowDirectoryKeepsNobodyWaitingWhoseKeyAnotherPublishes() {
    var slow = new AgentUrl("https://slow.example");
    var isKnown = new AtomicBoolean();
    var asked = new AtomicInteger();
    var book =
        book(
            new KeyLookup() {
              @Override
              public Result find(AgentUrl url, String keyId) {
                return url.equals(slow)
                    ? new Result.Unavailable("It takes its time.")
                    : directories.find(url, keyId);
              }

              @Override
              public Optional<Result.Published> known(AgentUrl url, String keyId) {
                return isKnown.get() && find(url, keyId) instanceof Result.Published p
                    ? Optional.of(p)
                    : Optional.empty();
              }

              @Override
              public CompletableFuture<Result> ask(AgentUrl url, String keyId) {
                asked.incrementAndGet();
                return url.equals(slow)
                    ? new CompletableFuture<>()
                    : CompletableFuture.completedFuture(find(url, keyId));
              }
            },
            url(slow),
            url(CRAWLER));

    assertThat(verify(book, agent(passport(CRAWLER)))).isInstanceOf(PackageVerdict.Verified.class);
    assertThat(asked).hasValue(2);
    isKnown.set(true);
    assertThat(verify(book, agent(passport(CRAWLER)))).isInstanceOf(PackageVerdict.Verified.class);
    assertThat(asked).hasValue(2);
    // Another URL publishes the key, and the answer of the slow one is still unknown: it is no lie.
    assertRefused(book, agent(passport(slow)), PackageFault.SIGNER_UNVERIFIED);
  }

  @Test
  void whoPublishesTheKeyOfAnotherTakesNothingFromThem() {
    var both = new AgentUrl("https://both.example");
    var book =
        book(
            new KeyLookup() {
              @Override
              public Result find(AgentUrl url, String keyId) {
                return new Result.Published(key.verifyKey(), Optional.empty());
              }

              @Override
              public Optional<Result.Published> known(AgentUrl url, String keyId) {
                return url.equals(both)
                    ? Optional.of(new Result.Published(key.verifyKey(), Optional.empty()))
                    : Optional.empty();
              }
            },
            url(both),
            url(CRAWLER));

    assertThat(verify(book, agent(passport(CRAWLER))))
        .isInstanceOfSatisfying(
            PackageVerdict.Verified.class,
            ok -> assertThat(ok.signer().url()).contains(CRAWLER.text()));
  }

  @Test
  void aKeyThatIsTrustedByItsNameIsBroughtAlong() {
    var book = book(new TrustSource.Thumbprint(key.id()));

    assertThat(verify(book, agent(passport().withOwnerKey(key.verifyKey()))))
        .isInstanceOf(PackageVerdict.Verified.class);
    assertRefused(book, agent(passport()), PackageFault.SIGNER_UNTRUSTED);
  }

  @Test
  void aForgedKeyUnderATrustedNameIsRefused() {
    var book = book(new TrustSource.Thumbprint(key.id()));
    var forged =
        new AgentPackage(
            new Envelope(
                Passport.PAYLOAD_TYPE,
                Bytes.utf8(
                    passport()
                        .toJson()
                        .asUtf8()
                        .replace(
                            "\"keyid\":", "\"x\":\"" + famous.verifyKey().x() + "\",\"keyid\":")),
                List.of(new Envelope.Signature(key.id(), Bytes.wrap(new byte[64])))),
            Optional.of(CODE),
            Optional.empty(),
            List.of());

    assertRefused(book, forged, PackageFault.SIGNATURE_INVALID);
  }

  @Test
  void aKeyTrustedByItsNameIsStillKnownForRequestsAfterARestart() throws Exception {
    var book = book(new TrustSource.Thumbprint(key.id()));
    var passport = passport().withOwnerKey(key.verifyKey());
    try (var store = Store.open(folder)) {
      assertThat(StoredOwnerKeys.of(book, store).lookUp(key.id()))
          .isInstanceOf(TrustLookup.ByThumbprint.class);
      store
          .arrivals()
          .admit(new Arrival(agent(passport), passport, "signer", NOW), IntakeLimits.unfinished(10))
          .await();
    }
    try (var store = Store.open(folder)) {
      assertThat(StoredOwnerKeys.of(book, store).signer(key.id()))
          .hasValueSatisfying(signer -> assertThat(signer.key()).isEqualTo(key.verifyKey()));
      assertThat(StoredOwnerKeys.of(book, store).signer(famous.id())).isEmpty();
    }
  }

  private TrustStore book(TrustSource... sources) {
    return book(directories, sources);
  }

  private static TrustStore book(KeyLookup directories, TrustSource... sources) {
    return new TrustStore(
        List.of(sources).stream().map(s -> new TrustEntry(name(s), s)).toList(), directories);
  }

  private static String name(TrustSource source) {
    return source instanceof TrustSource.Url(var url) ? "of " + url : "owner";
  }

  private static TrustSource url(AgentUrl url) {
    return new TrustSource.Url(url);
  }

  private AgentPackage agent(Passport passport) {
    return AgentPackage.sign(passport, key, CODE);
  }

  private Passport passport() {
    return passport(Optional.empty(), "ExampleBot");
  }

  private Passport passport(AgentUrl url) {
    return passport(Optional.of(url.text()), "ExampleBot");
  }

  private Passport passport(Optional<String> url, String token) {
    return new Passport(
        new Passport.Identity("agent1", "dispatch1", key.id(), url, token),
        new Passport.Grant(
            Digest.of(CODE),
            "org.example.Indexer",
            new PassportScope("http://docs.example", List.of("/"), List.of()),
            List.of("http://docs.example/"),
            new PassportLimits(Duration.ofMinutes(5), 10, 1_000, 10)),
        new Passport.Journey(0, Optional.empty(), Optional.empty()),
        new Passport.Validity(HOST, NOW.minusSeconds(60), NOW.plusSeconds(600), "bm9uY2Vub25jZQ"));
  }

  private static PackageVerdict verify(TrustStore book, AgentPackage agent) {
    return new PackageVerifier(VerifierSettings.of(book, Set.of(HOST)), InstantSource.fixed(NOW))
        .verify(agent);
  }

  private static void assertRefused(TrustStore book, AgentPackage agent, PackageFault fault) {
    assertThat(verify(book, agent))
        .isInstanceOfSatisfying(
            PackageVerdict.Refused.class,
            refused -> assertThat(refused.fault()).as(refused.sentence()).isEqualTo(fault));
  }
}
