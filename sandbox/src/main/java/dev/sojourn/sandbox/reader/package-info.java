/// The caller's side of the processes that read pages.
@NullMarked
package dev.sojourn.sandbox.reader;

import org.jspecify.annotations.NullMarked;
