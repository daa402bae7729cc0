/// The places of visits at home: which of them are in the worker, which wait outside for a page,
/// and the pages that a visit is handed again when it comes back. Begin at
/// [dev.sojourn.dispatcher.home.HomePlaces].
@NullMarked
package dev.sojourn.dispatcher.home;

import org.jspecify.annotations.NullMarked;
