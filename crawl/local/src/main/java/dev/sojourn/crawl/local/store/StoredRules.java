package dev.sojourn.crawl.local.store;

import dev.sojourn.base.Bytes;
import dev.sojourn.robots.fetch.Validators;
import java.time.Instant;
import java.util.Optional;

/// The last answer of a site to a request for its robots.txt.
///
/// @param kind the kind of answer, as a word that its reader defines
/// @param body the file; empty if there is none
/// @param validators for a conditional request of the file
/// @param unreachableSince the time since which the site is unreachable; empty while it answers
public record StoredRules(
    String kind, Bytes body, Validators validators, Optional<Instant> unreachableSince) {}
