/// Tests of agents in the sandbox in which hosts run them. Start with [dev.sojourn.kit.AgentTest].
@NullMarked
package dev.sojourn.kit;

import org.jspecify.annotations.NullMarked;
