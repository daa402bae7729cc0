/// The caller's side of workers and their visits. It starts workers, assigns them to signers, and
/// checks each of their messages against the limits of its visit. The main class is
/// [dev.sojourn.sandbox.session.ProcessSandbox].
@NullMarked
package dev.sojourn.sandbox.session;

import org.jspecify.annotations.NullMarked;
