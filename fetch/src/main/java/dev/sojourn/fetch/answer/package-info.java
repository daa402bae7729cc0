/// Answers of HTTP of any version: heads, lengths, and what makes an answer broken.
@NullMarked
package dev.sojourn.fetch.answer;

import org.jspecify.annotations.NullMarked;
