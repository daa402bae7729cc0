/// An agent's state as bytes: [dev.sojourn.sandbox.worker.state.StateCodec].
///
/// The bytes come from strangers. Classes are known by number only, every length is checked against
/// what is left of the bytes, depth and number of objects are bounded, and what is hashed or sorted
/// while it is read has keys that cannot contain it. Runs in the worker and nowhere else.
@NullMarked
package dev.sojourn.sandbox.worker.state;

import org.jspecify.annotations.NullMarked;
