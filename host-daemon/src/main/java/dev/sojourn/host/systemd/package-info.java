/// Notices to the service manager of the system, and the socket that it may pass to the daemon.
@NullMarked
package dev.sojourn.host.systemd;

import org.jspecify.annotations.NullMarked;
