/// Advice about robots.txt files.
///
/// [RobotsLint] looks at a file as a colleague would: it reports lines without effect, lines with
/// another effect than it seems, and lines that other robots will read differently.
@NullMarked
package dev.sojourn.robots.lint;

import org.jspecify.annotations.NullMarked;
