/// The reader of a single page's rules for robots: Robots-Tag fields and `meta` elements.
///
/// [RobotsTagReader] is the starting point. If a text is ambiguous, it keeps every restriction.
@NullMarked
package dev.sojourn.robots.page;

import org.jspecify.annotations.NullMarked;
