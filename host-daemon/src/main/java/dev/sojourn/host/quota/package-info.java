/// The quotas of signers as pure values: what their agents took, and what they may take. Start with
/// [dev.sojourn.host.quota.IntakeLimits].
@NullMarked
package dev.sojourn.host.quota;

import org.jspecify.annotations.NullMarked;
