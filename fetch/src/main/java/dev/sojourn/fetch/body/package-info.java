/// The bodies of answers that are on their way, of all sites together, in bounded memory.
@NullMarked
package dev.sojourn.fetch.body;

import org.jspecify.annotations.NullMarked;
