/// What the daemon says to the system's manager of services, and what it gets from it.
@NullMarked
package dev.sojourn.host.systemd;

import org.jspecify.annotations.NullMarked;
