package dev.sojourn.host.stay;

import dev.sojourn.agent.WakeConditions;
import dev.sojourn.host.store.VisitKey;
import java.time.Instant;

/// The wish of an agent to stay, as its host may grant it.
///
/// @param key the visit's name
/// @param signer how the operator calls the signer of the agent
/// @param view the pages whose changes concern it
/// @param until what wakes it
/// @param ends when its stay is over at the latest
/// @param mark the changes that it has seen
/// @param at when it parks
public record Parking(
    VisitKey key,
    String signer,
    StayView view,
    WakeConditions until,
    Instant ends,
    ChangeMark mark,
    Instant at) {}
