/// Measures load on the wire: how many agents a host accepts, and how long each waits. Start with
/// [dev.sojourn.lab.load.WireLoad], the command `wire-load`. [dev.sojourn.lab.load.FollowLoad], the
/// command `follow-load`, changes the pages of a site that a crawl follows.
@NullMarked
package dev.sojourn.lab.load;

import org.jspecify.annotations.NullMarked;
