package dev.sojourn.host.preview;

import java.util.Optional;

/// One request from a line of an access log. Its texts are untrusted input.
///
/// @param agent the field User-Agent; empty if the log has none
/// @param method the method, such as `GET`
/// @param target the request target, with its query
/// @param status the status of the answer
/// @param bytes the logged bytes of the answer; 0 if none are logged
/// @param etag the ETag of the answer, if it is logged
/// @param day the day of the request in the form of the log; empty if none is logged
record AccessLogEntry(
    String agent,
    String method,
    String target,
    int status,
    long bytes,
    Optional<String> etag,
    String day) {}
