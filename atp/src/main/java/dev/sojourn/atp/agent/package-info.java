/// The agent package: its bytes, and the check that a host makes on it.
///
/// The dispatcher makes a [dev.sojourn.atp.passport.Passport], signs it into an
/// [dev.sojourn.atp.agent.AgentPackage] and sends the package's bytes. The host reads them with
/// [dev.sojourn.atp.agent.PackageReader] and asks the [dev.sojourn.atp.agent.PackageVerifier]
/// whether to take the agent in. Code and state are opaque bytes here: they are compared by digest
/// and never looked into.
@NullMarked
package dev.sojourn.atp.agent;

import org.jspecify.annotations.NullMarked;
