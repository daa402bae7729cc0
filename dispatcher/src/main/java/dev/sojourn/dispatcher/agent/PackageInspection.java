package dev.sojourn.dispatcher.agent;

import dev.sojourn.atp.agent.AgentPackage;
import dev.sojourn.atp.agent.PackageFault;
import dev.sojourn.atp.agent.PackageLimits;
import dev.sojourn.atp.agent.PackageReader;
import dev.sojourn.atp.agent.PackageReading;
import dev.sojourn.atp.agent.PackageReview;
import dev.sojourn.atp.agent.PackageVerifier;
import dev.sojourn.atp.agent.VerifierSettings;
import dev.sojourn.atp.journey.HopLogCheck;
import dev.sojourn.atp.journey.HopStatement;
import dev.sojourn.atp.journey.HostPlaces;
import dev.sojourn.atp.journey.OnwardStatement;
import dev.sojourn.atp.journey.PassedStop;
import dev.sojourn.atp.passport.Passport;
import dev.sojourn.base.Bytes;
import dev.sojourn.base.Digest;
import dev.sojourn.base.json.JsonException;
import dev.sojourn.identity.key.KeySet;
import dev.sojourn.identity.net.AtpAddress;
import dev.sojourn.identity.signature.Envelope;
import dev.sojourn.identity.trust.TrustList;
import dev.sojourn.identity.trust.TrustLookup;
import dev.sojourn.identity.trust.TrustedSigner;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The report about a package, with every reason for a refusal that can be found here. A host has
/// further reasons: its limits, its policy, and earlier transfers.
///
/// @param contents the parts, if the bytes are a package
/// @param signature the verdict on the passport's signature
/// @param signer its signer, if trusted signers were given and it is one of them
/// @param refusals the reasons for a refusal; may be empty
public record PackageInspection(
    Optional<Contents> contents,
    Signature signature,
    Optional<TrustedSigner> signer,
    List<Refusal> refusals) {

  /// Copies the list.
  public PackageInspection {
    refusals = List.copyOf(refusals);
  }

  /// The expectations for a package. An empty expectation is not checked.
  ///
  /// @param owners the signers that may sign passports
  /// @param hosts the keys of the hosts whose statements count
  /// @param audiences the addresses of the host; empty if any host may be meant
  /// @param at the time at which the package would arrive
  public record Question(
      Optional<TrustList> owners, Optional<KeySet> hosts, Set<AtpAddress> audiences, Instant at) {

    /// Copies the set.
    public Question {
      audiences = Set.copyOf(audiences);
    }
  }

  /// The result of the check of a signature.
  public enum Signature {
    /// No public key was given for the check, and the package has none.
    UNCHECKED,
    /// The signature belongs to the key that it names. The key was given; if none was given, it
    /// came with the package.
    VALID,
    /// The signature belongs to none of the given keys, or to other bytes.
    INVALID
  }

  /// One reason for a refusal.
  ///
  /// @param code the stable code for programs, as in the answers of hosts
  /// @param sentence the reason for people
  public record Refusal(String code, String sentence) {}

  /// One stay in the hop log.
  ///
  /// @param digest the digest of the signed statement; the next statement names it
  /// @param signature the check with the given keys of hosts
  /// @param statement the host's statement; empty if it cannot be read
  public record Stay(Digest digest, Signature signature, Optional<HopStatement> statement) {}

  /// The parts of a package.
  ///
  /// @param signers the keys that the signatures of the passport name
  /// @param passport the owner's passport; empty if it cannot be read
  /// @param codeBytes the size of the code; 0 if the package has no code
  /// @param classes the names of its classes
  /// @param stateBytes the size of the agent's state; 0 if there is none
  /// @param stays its hop log, oldest first
  /// @param way the journey since the passport was signed
  public record Contents(
      List<String> signers,
      Optional<Passport> passport,
      int codeBytes,
      List<String> classes,
      int stateBytes,
      List<Stay> stays,
      Way way) {

    /// Copies the lists.
    public Contents {
      signers = List.copyOf(signers);
      classes = List.copyOf(classes);
      stays = List.copyOf(stays);
    }
  }

  /// The journey of an agent, from its hop log.
  ///
  /// @param hosts the hosts to which it was sent, in order
  /// @param passed the stops that did not take it
  /// @param isHome whether it came home from the last host; no host should take it under this
  ///   passport again
  public record Way(List<AtpAddress> hosts, List<PassedStop> passed, boolean isHome) {
    private static final Way NONE = new Way(List.of(), List.of(), false);

    /// Copies the lists.
    public Way {
      hosts = List.copyOf(hosts);
      passed = List.copyOf(passed);
    }

    private static Way of(AgentPackage agent) {
      try {
        var passport = Passport.read(agent.passport().payload());
        var hops = agent.hops();
        return new Way(
            PassedStop.way(passport, hops),
            PassedStop.of(passport, hops),
            hops.size() > passport.hop() && !isDue(passport, hops));
      } catch (JsonException _) {
        return NONE;
      }
    }

    private static boolean isDue(Passport passport, List<Envelope> hops) throws JsonException {
      return HopLogCheck.isOnward(passport, hops)
          && OnwardStatement.read(hops.getLast().payload()).to().isPresent();
    }

    /// {@return whether a site of the itinerary was left out}
    public boolean isInPart() {
      return passed.stream().anyMatch(stop -> !stop.isReplaced());
    }
  }

  /// Inspects the bytes of a package without running anything in it.
  ///
  /// @param file the bytes
  /// @param question the expectations for the package
  /// @return the inspection
  public static PackageInspection of(Bytes file, Question question) {
    return switch (new PackageReader(PackageLimits.DEFAULT).read(file)) {
      case PackageReading.Garbled garbled ->
          new PackageInspection(
              Optional.empty(),
              Signature.UNCHECKED,
              Optional.empty(),
              List.of(new Refusal(PackageFault.GARBLED.code(), garbled.sentence())));
      case PackageReading.Read read -> inspect(read.agentPackage(), question);
    };
  }

  private static PackageInspection inspect(AgentPackage agent, Question question) {
    // A host tolerates clocks that differ; the sender of a package should not rely on that.
    var settings =
        new VerifierSettings(
            question.owners().orElse(new WhoeverSigned()),
            question.hosts().map(PackageInspection::hosts).orElse(TrustList.NOBODY),
            HostPlaces.ANYWHERE,
            question.audiences(),
            VerifierSettings.DEFAULT_MAX_VALIDITY,
            Duration.ZERO);
    var way = Way.of(agent);
    var review = verifier(settings, question, way).review(agent);
    var refusals = refusals(review, question);
    var stays =
        agent.hops().stream()
            .filter(hop -> !hop.payloadType().equals(OnwardStatement.PAYLOAD_TYPE))
            .map(hop -> stay(hop, question.hosts()))
            .toList();
    review.passport().ifPresent(p -> unknownHosts(p, stays, refusals));
    var classes = code(agent, review.passport(), refusals);
    var contents =
        new Contents(
            agent.passport().signatures().stream().map(Envelope.Signature::keyId).toList(),
            review.passport(),
            agent.code().map(Bytes::size).orElse(0),
            classes,
            agent.state().map(Bytes::size).orElse(0),
            stays,
            way);
    return new PackageInspection(
        Optional.of(contents),
        signature(agent, review),
        question.owners().isPresent() ? review.signer() : Optional.empty(),
        refusals);
  }

  /// Without keys of hosts, the check ignores who signed the hop log. Without audiences, it ignores
  /// whether a host would take an agent that came home.
  private static PackageVerifier verifier(VerifierSettings settings, Question question, Way way) {
    var strict = new PackageVerifier(settings, InstantSource.fixed(question.at()));
    var asked = question.hosts().isPresent() ? strict : strict.ofAnyHost();
    return way.isHome() && question.audiences().isEmpty() ? asked.atHome() : asked;
  }

  /// The refusals that a question asks for.
  private static List<Refusal> refusals(PackageReview review, Question question) {
    var refusals = new ArrayList<Refusal>();
    for (var refused : review.refusals()) {
      boolean isAsked =
          switch (refused.fault()) {
            case SIGNER_UNTRUSTED, SIGNER_UNVERIFIED -> question.owners().isPresent();
            case AUDIENCE_WRONG -> !question.audiences().isEmpty();
            default -> true;
          };
      if (isAsked) {
        refusals.add(new Refusal(refused.fault().code(), refused.sentence()));
      }
    }
    return refusals;
  }

  private static TrustList hosts(KeySet keys) {
    return id -> keys.find(id).map(key -> new TrustedSigner("host", key));
  }

  /// The trust list that accepts any key in a passport, so that a signature can be checked without
  /// a list of signers.
  private static final class WhoeverSigned implements TrustList {
    @Override
    public Optional<TrustedSigner> signer(String keyId) {
      return Optional.empty();
    }

    @Override
    public TrustLookup lookUp(String keyId) {
      return new TrustLookup.ByThumbprint("whoever signed");
    }
  }

  private static Signature signature(AgentPackage agent, PackageReview review) {
    if (review.signer().isPresent()) {
      return Signature.VALID;
    }
    var faults = review.refusals().stream().map(refused -> refused.fault()).toList();
    if (faults.contains(PackageFault.SIGNATURE_INVALID)) {
      return Signature.INVALID;
    }
    return review
        .passport()
        .flatMap(Passport::ownerKey)
        .map(key -> agent.passport().isSignedBy(key) ? Signature.VALID : Signature.INVALID)
        .orElse(Signature.UNCHECKED);
  }

  private static Stay stay(Envelope hop, Optional<KeySet> hosts) {
    Optional<HopStatement> statement;
    try {
      statement = Optional.of(HopStatement.read(hop.payload()));
    } catch (JsonException _) {
      statement = Optional.empty();
    }
    var named = statement.map(HopStatement::hostKeyId);
    var signature =
        hosts
            .map(
                keys ->
                    hop.payloadType().equals(HopStatement.PAYLOAD_TYPE)
                            && named.flatMap(keys::find).filter(hop::isSignedBy).isPresent()
                        ? Signature.VALID
                        : Signature.INVALID)
            .orElse(Signature.UNCHECKED);
    return new Stay(hop.digest(), signature, statement);
  }

  /// Adds refusals for stays before the passport was signed. A host trusts the owner about these
  /// stays, but a user who gives keys of hosts wants to check them too.
  private static void unknownHosts(Passport passport, List<Stay> stays, List<Refusal> refusals) {
    for (int i = 0; i < Math.min(stays.size(), passport.hop()); i++) {
      if (stays.get(i).signature() == Signature.INVALID) {
        refusals.add(
            new Refusal(
                PackageFault.HOP_LOG_INVALID.code(),
                "Statement %d of the hop log is not signed by the host it names, or that is none of"
                        .formatted(i)
                    + " those given."));
      }
    }
  }

  private static List<String> code(
      AgentPackage agent, Optional<Passport> passport, List<Refusal> refusals) {
    if (agent.code().isEmpty()) {
      return List.of();
    }
    try {
      var files = ClassFiles.read(agent.code().get());
      var faults = faults(files, agent.code().get(), passport);
      faults.forEach(fault -> refusals.add(new Refusal("admission-refused", fault)));
      return files.byPath().keySet().stream()
          .map(path -> path.substring(0, path.length() - ".class".length()).replace('/', '.'))
          .toList();
    } catch (IOException e) {
      refusals.add(new Refusal("admission-refused", "The code jar " + e.getMessage() + "."));
      return List.of();
    }
  }

  /// The faults of the code. Damaged code is not read any further.
  private static List<String> faults(ClassFiles files, Bytes jar, Optional<Passport> passport) {
    var damage = files.fault();
    if (damage.isPresent()) {
      return List.of("In the code jar: " + damage.get() + ".");
    }
    var all = new ArrayList<String>();
    passport.flatMap(p -> new EntryClasses(files).fault(p.entryClass())).ifPresent(all::add);
    all.addAll(AdmissionTrial.violations(jar));
    return all;
  }
}
