package dev.sojourn.visit.upstream;

import dev.sojourn.visit.content.UrlRules;
import java.time.Duration;

/// The settings for requests to the web server of a site.
///
/// @param origin the origin of the site, which each request names
/// @param address the address of the server
/// @param urls the rules for URLs that may be requested
/// @param maxBodyBytes the largest size of a page, in bytes, both encoded and decoded; at least 1
/// @param requestsPerSecond the largest number of requests per second of all visits; at least 1
/// @param time the longest time from a request to the end of its answer
public record UpstreamSettings(
    String origin,
    UpstreamAddress address,
    UrlRules urls,
    int maxBodyBytes,
    int requestsPerSecond,
    Duration time) {}
