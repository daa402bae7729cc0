/// The preview of a host: the traffic of crawlers, from the access logs of a web server.
///
/// [AccessLogReader] reads files in bounded memory, and [AccessLogPreview] counts. The network is
/// not used.
@NullMarked
package dev.sojourn.host.preview;

import org.jspecify.annotations.NullMarked;
