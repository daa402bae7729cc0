/// Clients of agent hosts. [dev.sojourn.atp.client.HostClient] works with agents, and
/// [dev.sojourn.atp.client.AtpClient] with messages.
///
/// All calls block, so use virtual threads.
@NullMarked
package dev.sojourn.atp.client;

import org.jspecify.annotations.NullMarked;
