/// The arriving bodies of answers of all sites, in bounded memory.
@NullMarked
package dev.sojourn.fetch.body;

import org.jspecify.annotations.NullMarked;
