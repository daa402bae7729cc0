/// The reader of a single page's rules for robots: Robots-Tag fields and `meta` elements.
///
/// [RobotsTagReader] is the starting point. Its rule of thumb: if a text can be read in two ways,
/// the reading that loses no restriction counts.
@NullMarked
package dev.sojourn.robots.page;

import org.jspecify.annotations.NullMarked;
