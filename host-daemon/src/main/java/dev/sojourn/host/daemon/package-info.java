/// The daemon: the parts of a host wired together, from its start to its end.
///
/// [HostDaemon] opens the store, the sandbox and the port. Requests go to `host.request`, visits
/// live in `host.lifecycle`, and `host.rules` decides about the grants.
@NullMarked
package dev.sojourn.host.daemon;

import org.jspecify.annotations.NullMarked;
