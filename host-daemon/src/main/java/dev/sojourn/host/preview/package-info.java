/// The preview of a host: what crawlers fetched, as the access logs of a web server say.
///
/// [AccessLogReader] reads files in bounded memory, [AccessLogPreview] counts. No network is used.
@NullMarked
package dev.sojourn.host.preview;

import org.jspecify.annotations.NullMarked;
