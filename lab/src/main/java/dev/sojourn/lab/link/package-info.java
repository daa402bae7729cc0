/// The link emulator: TCP connections with a delay, a rate and outages, in user space.
@NullMarked
package dev.sojourn.lab.link;

import org.jspecify.annotations.NullMarked;
