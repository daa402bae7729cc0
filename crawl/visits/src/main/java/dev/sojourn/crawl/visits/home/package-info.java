/// Visits at home: the agent runs beside the dispatcher, and its pages come over HTTP. A visit is
/// in the worker, or waits outside for a page. When it returns to the worker, it gets the pages
/// since its last checkpoint again. Begin at [dev.sojourn.crawl.visits.home.HomeWorker];
/// [dev.sojourn.crawl.visits.home.HomePlaces] decides which visits are in the worker.
@NullMarked
package dev.sojourn.crawl.visits.home;

import org.jspecify.annotations.NullMarked;
