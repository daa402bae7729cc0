package dev.sojourn.atp.agent;

import dev.sojourn.atp.passport.Passport;
import dev.sojourn.base.Bytes;
import dev.sojourn.identity.key.SigningKey;
import dev.sojourn.identity.signature.Envelope;
import java.util.List;
import java.util.Optional;

/// An agent in its form for transfer.
///
/// @param passport the signed [Passport]
/// @param code the code jar; empty if it is not sent, because the host may have it
/// @param state the agent's state; empty on its first stay
/// @param hops the hop log: one signed statement for each stay, oldest first
public record AgentPackage(
    Envelope passport, Optional<Bytes> code, Optional<Bytes> state, List<Envelope> hops) {

  /// The media type of a package.
  public static final String MEDIA_TYPE = "application/vnd.sojourn.agent";

  /// Copies the list.
  public AgentPackage {
    hops = List.copyOf(hops);
  }

  /// {@return a package with a newly signed passport}
  ///
  /// @param passport names `owner` as its owner, and the digests of the code and the state
  /// @param owner the key that signs the passport
  /// @param code the code jar
  /// @throws IllegalArgumentException if the passport names another owner
  public static AgentPackage sign(Passport passport, SigningKey owner, Bytes code) {
    if (!passport.ownerKeyId().equals(owner.id())) {
      throw new IllegalArgumentException(
          "owner: "
              + owner.id()
              + " (expected: "
              + passport.ownerKeyId()
              + ", as in the passport)");
    }
    return new AgentPackage(
        Envelope.sign(Passport.PAYLOAD_TYPE, passport.toJson(), owner),
        Optional.of(code),
        Optional.empty(),
        List.of());
  }

  /// {@return this package without its code}
  public AgentPackage withoutCode() {
    return new AgentPackage(passport, Optional.empty(), state, hops);
  }

  /// {@return this package with a state}
  ///
  /// @param bytes the agent's state
  public AgentPackage withState(Bytes bytes) {
    return new AgentPackage(passport, code, Optional.of(bytes), hops);
  }

  /// {@return this package with a hop log}
  ///
  /// @param log one signed statement for each stay, oldest first
  public AgentPackage withHops(List<Envelope> log) {
    return new AgentPackage(passport, code, state, log);
  }

  /// {@return the bytes of the package; [PackageReader] reads them}
  public Bytes encode() {
    return PackageWriter.write(this);
  }
}
