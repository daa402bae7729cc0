/// Notices to the system's manager of services, and the socket that it hands over.
@NullMarked
package dev.sojourn.host.systemd;

import org.jspecify.annotations.NullMarked;
