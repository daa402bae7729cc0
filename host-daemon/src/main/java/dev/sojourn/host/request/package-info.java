/// Answers the ATP requests to this host, with one handler per method.
///
/// [AgentService] passes each request to its handler. The handlers use the store and the present
/// visits; they know neither the transport nor the sandbox.
@NullMarked
package dev.sojourn.host.request;

import org.jspecify.annotations.NullMarked;
