/// The warmup of the JDK: it links the methods that agents may call, before the first agent
/// arrives.
@NullMarked
package dev.sojourn.sandbox.worker.warmup;

import org.jspecify.annotations.NullMarked;
