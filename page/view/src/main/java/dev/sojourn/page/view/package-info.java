/// What a page says, without its markup: one flat record that a confined reader writes, and that
/// everyone else reads as the work of a stranger.
@NullMarked
package dev.sojourn.page.view;

import org.jspecify.annotations.NullMarked;
