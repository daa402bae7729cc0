/// The commands for agents that are not under way, such as pack, inspect and verify. Start with
/// [dev.sojourn.dispatcher.cli.agent.AgentCommand].
@NullMarked
package dev.sojourn.dispatcher.cli.agent;

import org.jspecify.annotations.NullMarked;
