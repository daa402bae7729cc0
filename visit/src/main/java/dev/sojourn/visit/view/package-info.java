/// The views of pages: what a page says, without its markup. A confined reader makes them, and a
/// store keeps them.
@NullMarked
package dev.sojourn.visit.view;

import org.jspecify.annotations.NullMarked;
