/// The interfaces that an agent author compiles against, and nothing else.
///
/// An agent implements [Agent]: one method that is given a [Visit] and returns its wish for the
/// time after it, a [Next]. Its fields are its state. [Frontier] keeps the URLs still to be
/// visited. Everything here is confined to the one thread that runs the visit.
@NullMarked
package dev.sojourn.agent;

import org.jspecify.annotations.NullMarked;
