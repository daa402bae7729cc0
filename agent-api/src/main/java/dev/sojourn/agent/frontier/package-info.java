/// The parts of a frontier that grow with the site: waiting URLs and fingerprints; and the rules
/// that drop links.
///
/// Agents use these classes only through [dev.sojourn.agent.Frontier]. With a million pages, the
/// classes still take little memory and little room in a state. [UrlQueue] holds the waiting URLs,
/// [FingerprintTable] the seen URLs and bodies. Each object belongs to one frontier and its thread.
@NullMarked
package dev.sojourn.agent.frontier;

import org.jspecify.annotations.NullMarked;
