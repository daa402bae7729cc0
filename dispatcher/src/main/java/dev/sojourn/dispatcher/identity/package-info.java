/// The identity of a crawler, and the hosts that it believes.
@NullMarked
package dev.sojourn.dispatcher.identity;

import org.jspecify.annotations.NullMarked;
