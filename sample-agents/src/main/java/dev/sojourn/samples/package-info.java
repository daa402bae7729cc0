/// Agents worth copying from. They see the agent API and nothing else.
///
/// The manifest of their jar names them: `Sojourn-Agents: name=class, …`.
@NullMarked
package dev.sojourn.samples;

import org.jspecify.annotations.NullMarked;
