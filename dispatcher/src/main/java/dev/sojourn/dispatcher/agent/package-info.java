/// Finds the code of an agent by name or file, checks it, and packs it into one canonical jar.
///
/// [AgentCatalog] finds and reads; [AgentCode] is its result. [PackageInspection] explains a
/// finished package.
@NullMarked
package dev.sojourn.dispatcher.agent;

import org.jspecify.annotations.NullMarked;
