/// The parameters of an agent from its owner. A record in the agent's code declares them; the owner
/// gives texts. The main class is [dev.sojourn.sandbox.parameter.AgentParameters]. Class files are
/// read as data; no class is loaded.
@NullMarked
package dev.sojourn.sandbox.parameter;

import org.jspecify.annotations.NullMarked;
