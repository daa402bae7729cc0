/// An agent's state as bytes: [dev.sojourn.sandbox.worker.state.StateCodec].
///
/// The bytes come from strangers. Classes are known by number only, every length is checked against
/// the remaining bytes, and depth and number of objects are bounded. Containers that are hashed or
/// sorted while they are read have keys that cannot contain them. Runs in the worker alone.
@NullMarked
package dev.sojourn.sandbox.worker.state;

import org.jspecify.annotations.NullMarked;
