/// Advice about robots.txt files.
///
/// [RobotsLint] reports lines without effect, lines with an unexpected effect, and lines that other
/// robots read differently.
@NullMarked
package dev.sojourn.robots.lint;

import org.jspecify.annotations.NullMarked;
