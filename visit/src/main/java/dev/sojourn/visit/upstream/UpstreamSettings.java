package dev.sojourn.visit.upstream;

import dev.sojourn.visit.content.UrlRules;
import java.time.Duration;

/// The way in which a web server beside a host daemon is asked.
///
/// @param origin of the site, whose name goes with each request
/// @param address of the server
/// @param urls the URLs that it may be asked for
/// @param maxBodyBytes larger pages are not given, in bytes as sent and as decoded; at least 1
/// @param requestsPerSecond how many requests all visits make at most; at least 1
/// @param time from a request to the end of its answer
public record UpstreamSettings(
    String origin,
    UpstreamAddress address,
    UrlRules urls,
    int maxBodyBytes,
    int requestsPerSecond,
    Duration time) {}
