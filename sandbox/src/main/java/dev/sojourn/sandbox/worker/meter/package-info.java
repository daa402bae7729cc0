/// The limits of a visit inside its worker: its spending, room on its stack, and the order to stop.
@NullMarked
package dev.sojourn.sandbox.worker.meter;

import org.jspecify.annotations.NullMarked;
