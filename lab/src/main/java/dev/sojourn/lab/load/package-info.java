/// Load on the wire: how many agents a host takes in, and how long each waits. Begin with
/// [dev.sojourn.lab.load.WireLoad], a program of its own.
@NullMarked
package dev.sojourn.lab.load;

import org.jspecify.annotations.NullMarked;
