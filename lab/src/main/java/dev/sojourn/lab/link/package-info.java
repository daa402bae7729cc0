/// The link emulator: TCP connections with delay, rate, a bounded queue, loss and outages, in user
/// space. [Bottleneck] is the model of time; [LinkDirection] runs it by the clock.
@NullMarked
package dev.sojourn.lab.link;

import org.jspecify.annotations.NullMarked;
