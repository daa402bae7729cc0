/// The identity of a crawler, and the hosts that it trusts.
@NullMarked
package dev.sojourn.crawl.visits.audit;

import org.jspecify.annotations.NullMarked;
