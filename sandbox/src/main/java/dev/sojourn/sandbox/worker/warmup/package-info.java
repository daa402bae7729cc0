/// The warmup of the JDK: what agents may call of it is linked before the first agent comes.
@NullMarked
package dev.sojourn.sandbox.worker.warmup;

import org.jspecify.annotations.NullMarked;
