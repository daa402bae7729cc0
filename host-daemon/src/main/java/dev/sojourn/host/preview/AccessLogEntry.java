package dev.sojourn.host.preview;

import java.util.Optional;

/// One request, as a line of an access log tells it. Its texts are those of strangers.
///
/// @param agent the field User-Agent; empty where the log has none
/// @param method as `GET`
/// @param target as it was asked for, with its query
/// @param status of the answer
/// @param bytes of the answer as they are logged; 0 where there were none
/// @param etag of the answer, where it is logged
/// @param day of the request as it is logged; empty where there is none
record AccessLogEntry(
    String agent,
    String method,
    String target,
    int status,
    long bytes,
    Optional<String> etag,
    String day) {}
