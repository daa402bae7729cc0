package dev.sojourn.atp.server;

import dev.sojourn.atp.tls.HostCertificate;
import dev.sojourn.atp.wire.BodyBudget;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.ExecutorService;

/// The context that all connections of a server share.
///
/// @param config the address, and the capacity of the server
/// @param handler answers the requests
/// @param threads one virtual thread for each request
/// @param faultListener hears of faults of the handler and of the server itself
/// @param certificate shown to peers; if there is none, connections are plain
/// @param bodies the memory that all bodies may hold
/// @param connections the places of all
/// @param malformed counts of malformed requests
/// @param clock for `Date`
record ServerContext(
    AtpServerConfig config,
    AtpHandler handler,
    ExecutorService threads,
    FaultListener faultListener,
    Optional<HostCertificate> certificate,
    BodyBudget bodies,
    ConnectionPlaces connections,
    MalformedRequests malformed,
    InstantSource clock) {}
