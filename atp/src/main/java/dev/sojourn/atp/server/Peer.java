package dev.sojourn.atp.server;

import java.net.InetSocketAddress;

/// The other end of a connection.
///
/// @param address its address and port
public record Peer(InetSocketAddress address) {}
