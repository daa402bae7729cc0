/// The annotations of an agent's parameters: [Default] and [Description]. They are only in class
/// files; no agent reads them.
@NullMarked
package dev.sojourn.agent.parameter;

import org.jspecify.annotations.NullMarked;
