/// The pipe between the caller's process and a worker: length-framed messages of a fixed, small
/// vocabulary over a Unix socket.
///
/// [dev.sojourn.sandbox.pipe.ToWorker] and [dev.sojourn.sandbox.pipe.FromWorker] are the
/// vocabulary, [dev.sojourn.sandbox.pipe.Pipe] reads and writes frames. Every length is checked
/// before anything of that length is allocated.
@NullMarked
package dev.sojourn.sandbox.pipe;

import org.jspecify.annotations.NullMarked;
