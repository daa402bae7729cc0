/// The link emulator. It relays TCP connections with delay, rate, a limited queue, loss and
/// outages, in user space. [Bottleneck] is the model of time, and [LinkDirection] runs it in real
/// time.
@NullMarked
package dev.sojourn.lab.link;

import org.jspecify.annotations.NullMarked;
