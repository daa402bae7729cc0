package dev.sojourn.samples;

import dev.sojourn.agent.parameter.Default;
import dev.sojourn.agent.parameter.Description;

/// The wish that an agent follows its site, as its owner tells it.
///
/// @param follow whether to stay and to report what changes; `crawl --follow` gives it
public record FollowWish(
    @Description("Whether to stay at a host that lets it, and to report what changes.")
        @Default("false")
        boolean follow) {}
