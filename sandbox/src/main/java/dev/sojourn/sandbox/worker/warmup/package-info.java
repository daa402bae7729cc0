/// The warmup of the JDK: the methods that agents may call are linked before the first agent comes.
@NullMarked
package dev.sojourn.sandbox.worker.warmup;

import org.jspecify.annotations.NullMarked;
