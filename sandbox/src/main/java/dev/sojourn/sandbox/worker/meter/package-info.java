/// The limits of a visit inside its worker: what it spends, room on its stack, and the order to
/// stop.
@NullMarked
package dev.sojourn.sandbox.worker.meter;

import org.jspecify.annotations.NullMarked;
