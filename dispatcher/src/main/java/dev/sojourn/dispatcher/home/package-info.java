/// The places of visits at home. A visit is in the worker, or waits outside for a page. When it
/// comes back, it gets the pages since its last checkpoint again. Begin at
/// [dev.sojourn.dispatcher.home.HomePlaces].
@NullMarked
package dev.sojourn.dispatcher.home;

import org.jspecify.annotations.NullMarked;
