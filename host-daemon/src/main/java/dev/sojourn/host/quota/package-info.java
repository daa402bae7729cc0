/// The quotas of signers as pure values: the spending of their agents, and their limits. Start with
/// [dev.sojourn.host.quota.IntakeLimits].
@NullMarked
package dev.sojourn.host.quota;

import org.jspecify.annotations.NullMarked;
