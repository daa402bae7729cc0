/// Answers of all versions of HTTP: heads, lengths and faults.
@NullMarked
package dev.sojourn.fetch.answer;

import org.jspecify.annotations.NullMarked;
