/// The parts of a frontier that grow with the site: waiting URLs, fingerprints, and the rules by
/// which links are left out.
///
/// Agents use them through [dev.sojourn.agent.Frontier]; these classes are not open to agents. They
/// are made to be small, in memory and in a state, at a million pages. [UrlQueue] holds the waiting
/// URLs, [FingerprintTable] what was seen. Each belongs to one frontier, and to its thread.
@NullMarked
package dev.sojourn.agent.frontier;

import org.jspecify.annotations.NullMarked;
