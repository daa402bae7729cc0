/// Reads the answer for a page: its media type where none was declared, its character encoding, and
/// its HTML. All of it is a stranger's; each step is linear in the size of the body.
@NullMarked
package dev.sojourn.sandbox.worker.page;

import org.jspecify.annotations.NullMarked;
