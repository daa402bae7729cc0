/// Advice about robots.txt files.
///
/// [RobotsLint] looks at a file as a colleague would: what has no effect, what has another effect
/// than it seems, and what other robots will read differently.
@NullMarked
package dev.sojourn.robots.lint;

import org.jspecify.annotations.NullMarked;
