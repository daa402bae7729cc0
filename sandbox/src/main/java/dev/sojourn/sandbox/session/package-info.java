/// The workers and the visits in them, seen from outside: workers are started, kept and given to
/// signers, and each of their messages is checked against the limits of its visit. Start with
/// [dev.sojourn.sandbox.session.ProcessSandbox].
@NullMarked
package dev.sojourn.sandbox.session;

import org.jspecify.annotations.NullMarked;
