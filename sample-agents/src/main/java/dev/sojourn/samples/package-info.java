/// Sample agents to copy from. They use only the agent API.
///
/// The manifest of their jar names them: `Sojourn-Agents: name=class, …`.
@NullMarked
package dev.sojourn.samples;

import org.jspecify.annotations.NullMarked;
