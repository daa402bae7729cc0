/// The crawl log, `urls.jsonl`: one line for each URL that a visit requested. It is written at the
/// end of a run from the parcels in the store.
@NullMarked
package dev.sojourn.crawl.local.log;

import org.jspecify.annotations.NullMarked;
