/// The visits in workers, seen from outside: each message of a worker is checked against the limits
/// of its visit. Start with [dev.sojourn.sandbox.session.ProcessSandbox].
@NullMarked
package dev.sojourn.sandbox.session;

import org.jspecify.annotations.NullMarked;
