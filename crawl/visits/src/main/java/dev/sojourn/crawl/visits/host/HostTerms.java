package dev.sojourn.crawl.visits.host;

import dev.sojourn.identity.key.KeySet;
import dev.sojourn.identity.key.SigningKey;
import java.time.Duration;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// The terms on which a crawl sends its agents to hosts.
///
/// @param owner signs passports and requests
/// @param publicKey the name of the public part of that key, for sentences about it
/// @param hostKeys keys of hosts; if present, a visit counts only if one of these keys signed the
///   host's statement about the visit
/// @param patience how long a host may be silent
/// @param maxWait returns how long an agent may wait for its turn, given the time limit of its
///   visit
public record HostTerms(
    SigningKey owner,
    String publicKey,
    Optional<KeySet> hostKeys,
    Duration patience,
    UnaryOperator<Duration> maxWait) {}
