/// Starts and confines programs, and trains them for their start caches. [ProcessLauncher] returns
/// a process with its end of the pipe.
@NullMarked
package dev.sojourn.sandbox.start;

import org.jspecify.annotations.NullMarked;
