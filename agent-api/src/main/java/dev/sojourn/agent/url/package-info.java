/// Reads URLs by the rules of the URL Standard (WHATWG): [UrlReader] reads any text, [PlainUrl]
/// finds the parts of a normalised URL. [HostReader] reads names and addresses, and maps names
/// beyond ASCII by UTS 46 ([DomainName]).
///
/// These classes use only the JDK and open no file, since they also run in the sandbox.
@NullMarked
package dev.sojourn.agent.url;

import org.jspecify.annotations.NullMarked;
