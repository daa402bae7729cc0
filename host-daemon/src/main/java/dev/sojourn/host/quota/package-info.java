/// The quotas of signers as pure values: the usage by their agents, and the limits. Start with
/// [dev.sojourn.host.quota.IntakeLimits].
@NullMarked
package dev.sojourn.host.quota;

import org.jspecify.annotations.NullMarked;
