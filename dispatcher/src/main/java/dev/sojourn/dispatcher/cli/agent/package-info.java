/// The commands for agents before and after a journey, such as pack, inspect and verify. Start with
/// [dev.sojourn.dispatcher.cli.agent.AgentCommand].
@NullMarked
package dev.sojourn.dispatcher.cli.agent;

import org.jspecify.annotations.NullMarked;
