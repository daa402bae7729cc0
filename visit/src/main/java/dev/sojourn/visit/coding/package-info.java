/// Content codings of HTTP, undone within bounds.
@NullMarked
package dev.sojourn.visit.coding;

import org.jspecify.annotations.NullMarked;
