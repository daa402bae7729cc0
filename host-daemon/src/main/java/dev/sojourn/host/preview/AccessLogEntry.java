package dev.sojourn.host.preview;

import java.util.Optional;

/// One request, as a line of an access log has it. Its texts are those of strangers.
///
/// @param agent the field User-Agent; empty if the log has none
/// @param method as `GET`
/// @param target as it was asked for, with its query
/// @param status of the answer
/// @param bytes of the answer as they are logged; 0 if there were none
/// @param etag of the answer, if it is logged
/// @param day of the request as it is logged; empty if there is none
record AccessLogEntry(
    String agent,
    String method,
    String target,
    int status,
    long bytes,
    Optional<String> etag,
    String day) {}
