/// The code of an agent on its way into a package: found by name or file, checked, and packed into
/// one canonical jar.
///
/// [AgentCatalog] finds and reads; [AgentCode] is its result. [PackageInspection] explains a
/// finished package.
@NullMarked
package dev.sojourn.dispatcher.agent;

import org.jspecify.annotations.NullMarked;
