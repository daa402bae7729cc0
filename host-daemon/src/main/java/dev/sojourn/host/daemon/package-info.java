/// The daemon: takes agents in over ATP, runs their visits, and hands out what they found.
///
/// [HostDaemon] wires it together. [AgentService] answers requests; [Visits] runs what the store
/// holds, and goes on with it after a restart.
@NullMarked
package dev.sojourn.host.daemon;

import org.jspecify.annotations.NullMarked;
