package dev.sojourn.host.stay;

import java.time.Instant;

/// The terms on which an agent may stay.
///
/// @param view the pages whose changes concern it
/// @param ends when its stay is over
/// @param mark the changes that it has seen when its visit began
public record StayTerms(StayView view, Instant ends, ChangeMark mark) {}
