/// The demo: three real sites, two host daemons, one crawl, one search, everything on this machine.
///
/// It works in a folder of its own, which it clears first and leaves its results in; it touches
/// nothing else. Daemons and web server end with it.
@NullMarked
package dev.sojourn.app.demo;

import org.jspecify.annotations.NullMarked;
