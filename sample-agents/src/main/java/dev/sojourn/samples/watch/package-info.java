/// An agent that stays at a site and reports which pages change. Start with
/// [dev.sojourn.samples.watch.ChangeWatchAgent].
@NullMarked
package dev.sojourn.samples.watch;

import org.jspecify.annotations.NullMarked;
