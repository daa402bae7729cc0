/// The reading of URLs, as the URL Standard (WHATWG) says: [UrlReader] reads any text, [PlainUrl]
/// finds the parts of one that is normal already. [HostReader] reads names and addresses, with
/// names beyond ASCII as UTS 46 maps them ([DomainName]).
///
/// All of it is JDK only and opens no file, since it runs in the sandbox too.
@NullMarked
package dev.sojourn.agent.url;

import org.jspecify.annotations.NullMarked;
