/// The requests of ATP as this host answers them, one handler for each method.
///
/// [AgentService] sends each request to its handler. The handlers ask the store and the visits
/// under way; none of them knows how requests come or how agents run.
@NullMarked
package dev.sojourn.host.request;

import org.jspecify.annotations.NullMarked;
