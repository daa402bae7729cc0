package dev.sojourn.atp.wire;

import dev.sojourn.atp.AtpResponse;

/// A response on its way to a connection.
///
/// @param response the answer
/// @param keepAlive whether the connection stays open after it
public record Outbound(AtpResponse response, boolean keepAlive) {}
