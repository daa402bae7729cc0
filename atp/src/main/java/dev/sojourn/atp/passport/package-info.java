/// The passport of an agent: its owner, its destination, and its limits there. Start with
/// [dev.sojourn.atp.passport.Passport]. [dev.sojourn.atp.agent.AgentPackage] signs it together with
/// the agent, and [dev.sojourn.atp.agent.PackageVerifier] checks the signature.
@NullMarked
package dev.sojourn.atp.passport;

import org.jspecify.annotations.NullMarked;
