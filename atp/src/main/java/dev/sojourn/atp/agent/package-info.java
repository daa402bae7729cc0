/// The agent package: its bytes, and a host's check of it.
///
/// The dispatcher makes a [dev.sojourn.atp.passport.Passport], signs it into an
/// [dev.sojourn.atp.agent.AgentPackage] and sends the package's bytes. The host reads the bytes
/// with [dev.sojourn.atp.agent.PackageReader]. The [dev.sojourn.atp.agent.PackageVerifier] then
/// decides whether the host accepts the agent. Code and state are opaque here: only their digests
/// are compared.
@NullMarked
package dev.sojourn.atp.agent;

import org.jspecify.annotations.NullMarked;
