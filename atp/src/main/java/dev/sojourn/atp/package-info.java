/// ATP/0.1 messages (IBM 1997, with the profile of `docs/atp.md`) as immutable values.
///
/// Start with [dev.sojourn.atp.AtpRequest] and [dev.sojourn.atp.AtpResponse]. The server is in
/// [dev.sojourn.atp.server], the client in [dev.sojourn.atp.client]. This package does no I/O.
@NullMarked
package dev.sojourn.atp;

import org.jspecify.annotations.NullMarked;
