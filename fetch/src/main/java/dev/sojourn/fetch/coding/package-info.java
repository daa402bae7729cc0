/// Content codings of HTTP, undone within bounds.
@NullMarked
package dev.sojourn.fetch.coding;

import org.jspecify.annotations.NullMarked;
