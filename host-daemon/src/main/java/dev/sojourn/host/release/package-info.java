/// The release of what visits found, where `policy.hold` is set: nothing of a visit leaves the host
/// before the operator has released it. [dev.sojourn.host.release.Releases] keeps the decisions.
@NullMarked
package dev.sojourn.host.release;

import org.jspecify.annotations.NullMarked;
