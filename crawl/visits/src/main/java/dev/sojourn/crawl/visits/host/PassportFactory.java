package dev.sojourn.crawl.visits.host;

import dev.sojourn.agent.Scope;
import dev.sojourn.atp.agent.AgentPackage;
import dev.sojourn.atp.agent.PackageLimits;
import dev.sojourn.atp.agent.PackageReader;
import dev.sojourn.atp.agent.PackageReading;
import dev.sojourn.atp.passport.Passport;
import dev.sojourn.atp.passport.PassportLimits;
import dev.sojourn.atp.passport.PassportRules;
import dev.sojourn.atp.passport.PassportScope;
import dev.sojourn.base.Bytes;
import dev.sojourn.base.Digest;
import dev.sojourn.base.json.JsonException;
import dev.sojourn.crawl.core.CrawlHeader;
import dev.sojourn.crawl.core.VisitTask;
import dev.sojourn.crawl.visits.CrawlShell;
import dev.sojourn.crawl.visits.EarlierPages;
import dev.sojourn.crawl.visits.SavedAgent;
import dev.sojourn.crawl.visits.audit.CrawlIdentity;
import dev.sojourn.filter.ScopeRules;
import dev.sojourn.identity.AgentUrl;
import dev.sojourn.identity.key.SigningKey;
import dev.sojourn.identity.net.AtpAddress;
import java.io.IOException;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// Makes one package for each visit. Stores it before the first attempt, so that every attempt
/// sends the same bytes and the host accepts the agent only once.
public final class PassportFactory {
  /// Clocks differ, so a passport becomes valid slightly before it was made.
  private static final Duration EARLIER = Duration.ofMinutes(1);

  /// The maximum that hosts accept.
  private static final Duration VALIDITY = Duration.ofDays(6);

  private final CrawlShell shell;
  private final EarlierPages earlier;
  private final CrawlHeader header;
  private final SigningKey owner;
  private final CrawlIdentity identity;
  private final Bytes code;
  private final StayWish wish;
  private final InstantSource clock;
  private final SecureRandom random;

  /// Creates a factory.
  ///
  /// @param shell stores the packages
  /// @param earlier the known pages for new agents
  /// @param header of the crawl
  /// @param owner signs the passports
  /// @param identity of the crawler, besides that key
  /// @param code the agent's jar
  /// @param wish whether agents may stay
  /// @param clock the machine's clock
  /// @param random makes nonces
  public PassportFactory(
      CrawlShell shell,
      EarlierPages earlier,
      CrawlHeader header,
      SigningKey owner,
      CrawlIdentity identity,
      Bytes code,
      StayWish wish,
      InstantSource clock,
      SecureRandom random) {
    this.shell = shell;
    this.earlier = earlier;
    this.header = header;
    this.owner = owner;
    this.identity = identity;
    this.code = code;
    this.wish = wish;
    this.clock = clock;
    this.random = random;
  }

  /// Returns the package for a visit.
  ///
  /// @param scope of the passport
  /// @param rules of the owner
  /// @throws IllegalArgumentException if the task does not fit into a passport
  AgentPackage make(VisitTask task, Scope scope, ScopeRules rules, AtpAddress host)
      throws IOException {
    var state = state(task, scope);
    var grant = grant(task, scope, rules.ofVisit(task.starts()));
    var passport = passport(task, grant, host, state.map(Digest::of));
    var fresh = AgentPackage.sign(passport, owner, code).withoutCode();
    var withState = state.map(fresh::withState).orElse(fresh);
    var kept = shell.packageOf(task.agentId(), withState.encode());
    return switch (new PackageReader(PackageLimits.DEFAULT).read(kept)) {
      case PackageReading.Read(var read) ->
          new AgentPackage(read.passport(), Optional.of(code), read.state(), read.hops());
      case PackageReading.Garbled garbled -> throw new IllegalArgumentException(garbled.sentence());
    };
  }

  /// Returns when the passport of a visit that was sent expires.
  Instant expires(String agentId) throws IOException {
    var kept =
        shell
            .sentPackage(agentId)
            .orElseThrow(() -> new IOException("The store has lost the package of " + agentId));
    try {
      return switch (new PackageReader(PackageLimits.DEFAULT).read(kept)) {
        case PackageReading.Read(var read) -> Passport.read(read.passport().payload()).expires();
        case PackageReading.Garbled garbled -> throw new IOException(garbled.sentence());
      };
    } catch (JsonException e) {
      throw new IOException("The store has a damaged package: " + e.getMessage(), e);
    }
  }

  private Optional<Bytes> state(VisitTask task, Scope scope) throws IOException {
    if (task.basis().isEmpty()) {
      return earlier.state(scope, false);
    }
    var saved = shell.saved(task.basis()).map(SavedAgent::state);
    if (saved.isEmpty()) {
      throw new IOException("The store has lost the state of agent " + task.basis() + ".");
    }
    return saved;
  }

  private Passport.Grant grant(VisitTask task, Scope scope, ScopeRules rules) {
    var allowance = task.allowance();
    return new Passport.Grant(
        new Digest(header.codeDigest()),
        header.entryClass(),
        new PassportScope(scope.origin(), scope.includes(), scope.excludes()),
        task.starts(),
        new PassportLimits(
            Duration.ofSeconds(allowance.seconds()),
            allowance.pages(),
            allowance.bytes(),
            allowance.findings(),
            wish.limits()),
        parameters(),
        new PassportRules(rules.includes(), rules.excludes(), rules.starts()));
  }

  private Passport passport(
      VisitTask task, Passport.Grant grant, AtpAddress host, Optional<Digest> state) {
    var now = clock.instant().truncatedTo(ChronoUnit.SECONDS);
    var passport =
        new Passport(
            new Passport.Identity(
                task.agentId(),
                task.agentId() + "d",
                owner.id(),
                identity.url().map(AgentUrl::text),
                header.productToken()),
            grant,
            new Passport.Journey(task.hop(), Optional.empty(), state),
            new Passport.Validity(host, now.minus(EARLIER), now.plus(VALIDITY), nonce()));
    return passport.withOwnerKey(owner.verifyKey());
  }

  private SortedMap<String, String> parameters() {
    var parameters = new TreeMap<>(header.parameters());
    parameters.putAll(wish.parameters());
    return parameters;
  }

  private String nonce() {
    var octets = new byte[18];
    random.nextBytes(octets);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(octets);
  }
}
