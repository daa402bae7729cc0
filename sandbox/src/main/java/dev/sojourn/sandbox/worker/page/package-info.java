/// Reads the answer for a page: its media type if none was declared, its character encoding, and
/// its HTML. All of it comes from strangers; each step is linear in the size of the body.
@NullMarked
package dev.sojourn.sandbox.worker.page;

import org.jspecify.annotations.NullMarked;
