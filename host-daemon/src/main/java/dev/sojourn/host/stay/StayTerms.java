package dev.sojourn.host.stay;

import java.time.Instant;

/// The terms on which an agent may stay.
///
/// @param view the pages whose changes may wake it
/// @param ends when its stay ends
/// @param mark the last change that it had seen when its visit began
public record StayTerms(StayView view, Instant ends, ChangeMark mark) {}
