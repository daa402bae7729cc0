/// The demo: three real sites, two host daemons, one crawl and one search on this machine.
///
/// The demo uses only its own folder. It clears the folder first and leaves its results there.
/// Daemons and web server stop at its end.
@NullMarked
package dev.sojourn.app.demo;

import org.jspecify.annotations.NullMarked;
