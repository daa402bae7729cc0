/// Who a crawler is, and whom it believes.
@NullMarked
package dev.sojourn.dispatcher.identity;

import org.jspecify.annotations.NullMarked;
