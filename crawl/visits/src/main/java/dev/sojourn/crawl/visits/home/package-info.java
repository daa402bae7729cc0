/// Visits at home: the agent runs beside the dispatcher, and its pages come over HTTP. A visit is
/// in the worker, or waits outside for a page. When it comes back, it gets the pages since its last
/// checkpoint again. Begin at [dev.sojourn.crawl.visits.home.HomeWorker], or at
/// [dev.sojourn.crawl.visits.home.HomePlaces] for who is in the worker.
@NullMarked
package dev.sojourn.crawl.visits.home;

import org.jspecify.annotations.NullMarked;
