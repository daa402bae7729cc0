/// The pipe between the caller's process and a worker: length-framed messages of a few fixed types
/// over a Unix socket.
///
/// [dev.sojourn.sandbox.pipe.ToWorker] and [dev.sojourn.sandbox.pipe.FromWorker] are the messages.
/// [dev.sojourn.sandbox.pipe.Pipe] reads and writes frames. Every length is checked before memory
/// for it is allocated.
@NullMarked
package dev.sojourn.sandbox.pipe;

import org.jspecify.annotations.NullMarked;
