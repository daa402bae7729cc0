/// The annotations with which an agent declares its parameters: [Default] and [Description]. They
/// stand in class files only; no agent reads them.
@NullMarked
package dev.sojourn.agent.parameter;

import org.jspecify.annotations.NullMarked;
