/// The interfaces that an agent author compiles against, and nothing else.
///
/// An agent implements [Agent]: one method that takes a [Visit] and returns what to do next, as a
/// [Next]. Its fields are its state. [Frontier] keeps the URLs still to be visited. All objects
/// here are confined to the one thread that runs the visit.
@NullMarked
package dev.sojourn.agent;

import org.jspecify.annotations.NullMarked;
