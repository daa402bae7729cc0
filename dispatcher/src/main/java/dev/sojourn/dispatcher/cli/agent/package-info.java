/// The commands about agents that are not under way: pack, inspect, verify. Start with
/// [dev.sojourn.dispatcher.cli.agent.AgentCommand].
@NullMarked
package dev.sojourn.dispatcher.cli.agent;

import org.jspecify.annotations.NullMarked;
