/// Answers of HTTP/1.1: their heads, their lengths, and the client that does nothing by itself.
@NullMarked
package dev.sojourn.fetch.answer;

import org.jspecify.annotations.NullMarked;
