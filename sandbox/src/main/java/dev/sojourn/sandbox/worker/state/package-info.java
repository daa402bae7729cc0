/// An agent's state as bytes: [dev.sojourn.sandbox.worker.state.StateCodec].
///
/// The bytes come from strangers. A state names a class by a number, or by a shape whose class the
/// agent may name. Every length is checked against the remaining bytes; depth and number of objects
/// are limited. The keys of hashed or sorted containers cannot contain a container. This code runs
/// only in the worker.
@NullMarked
package dev.sojourn.sandbox.worker.state;

import org.jspecify.annotations.NullMarked;
