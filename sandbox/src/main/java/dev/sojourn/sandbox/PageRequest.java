package dev.sojourn.sandbox;

import dev.sojourn.agent.PageUrl;
import java.util.Optional;
import java.util.OptionalInt;

/// A page that an agent asks for. Everything besides the URL is the agent's word alone.
///
/// @param url of the page
/// @param foundOn the page that links to it; empty where the agent does not say
/// @param depth how many links lead to it from a URL that the visit began with, 0 to 1,000,000;
///   empty where the agent does not say
public record PageRequest(PageUrl url, Optional<PageUrl> foundOn, OptionalInt depth) {}
