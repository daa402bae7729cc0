/// The parameters that an agent takes from its owner: declared by a record in its code, given as
/// texts. Start with [dev.sojourn.sandbox.parameter.AgentParameters]. Class files are read as data;
/// no class is loaded.
@NullMarked
package dev.sojourn.sandbox.parameter;

import org.jspecify.annotations.NullMarked;
