/// Speaks to agent hosts: [dev.sojourn.atp.client.HostClient] in terms of agents,
/// [dev.sojourn.atp.client.AtpClient] in terms of messages.
///
/// All calls block and are meant for virtual threads.
@NullMarked
package dev.sojourn.atp.client;

import org.jspecify.annotations.NullMarked;
