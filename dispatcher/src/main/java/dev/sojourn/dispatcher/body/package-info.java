/// The bodies of answers that are on their way, of all sites together, in bounded memory.
@NullMarked
package dev.sojourn.dispatcher.body;

import org.jspecify.annotations.NullMarked;
