/// Reads the answer for a page: its media type if the answer declares none, its character encoding,
/// and its HTML. The input comes from strangers, so the time of each step is linear in the size of
/// the body.
@NullMarked
package dev.sojourn.sandbox.worker.page;

import org.jspecify.annotations.NullMarked;
