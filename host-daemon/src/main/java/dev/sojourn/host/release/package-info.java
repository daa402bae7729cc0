/// The release of held results. With `policy.hold`, no results of a visit leave the host before the
/// operator releases them. [dev.sojourn.host.release.Releases] stores the decisions.
@NullMarked
package dev.sojourn.host.release;

import org.jspecify.annotations.NullMarked;
