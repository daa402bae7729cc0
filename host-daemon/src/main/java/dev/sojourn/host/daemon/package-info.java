/// The daemon: the parts of a host wired together, from its start to its end.
///
/// [HostDaemon] opens the store, the sandbox and the port. Package `host.request` answers requests,
/// `host.lifecycle` runs visits, and `host.rules` decides about grants.
@NullMarked
package dev.sojourn.host.daemon;

import org.jspecify.annotations.NullMarked;
