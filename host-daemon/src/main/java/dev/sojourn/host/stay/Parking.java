package dev.sojourn.host.stay;

import dev.sojourn.agent.WakeConditions;
import dev.sojourn.host.store.VisitKey;
import java.time.Instant;

/// The terms of an agent's stay, for the host to grant or refuse.
///
/// @param key the visit's name
/// @param signer the operator's name for the signer of the agent
/// @param view the pages whose changes may wake it
/// @param until what wakes it
/// @param ends the latest end of its stay
/// @param mark the last change that it has seen
/// @param at time of parking
public record Parking(
    VisitKey key,
    String signer,
    StayView view,
    WakeConditions until,
    Instant ends,
    ChangeMark mark,
    Instant at) {}
