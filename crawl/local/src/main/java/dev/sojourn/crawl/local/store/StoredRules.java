package dev.sojourn.crawl.local.store;

import dev.sojourn.base.Bytes;
import dev.sojourn.robots.fetch.Validators;
import java.time.Instant;
import java.util.Optional;

/// The last answer that a site gave when it was asked for its robots.txt.
///
/// @param kind the kind of answer, as a word of its reader
/// @param body the file; empty if there is none
/// @param validators with which it can be asked for again
/// @param unreachableSince when the site began to be unreachable; empty while it answers
public record StoredRules(
    String kind, Bytes body, Validators validators, Optional<Instant> unreachableSince) {}
