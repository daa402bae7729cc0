package dev.sojourn.atp.server;

import dev.sojourn.atp.tls.HostCertificate;
import dev.sojourn.atp.wire.BodyBudget;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.ExecutorService;

/// The context that all connections of a server share.
///
/// @param config the addresses and the capacity of the server
/// @param handler answers the requests
/// @param threads one virtual thread for each request
/// @param faultListener receives faults of the handler and of the server
/// @param certificate shown to peers; if empty, connections are not encrypted
/// @param bodies the budget of memory for all bodies
/// @param connections the places of all connections
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
