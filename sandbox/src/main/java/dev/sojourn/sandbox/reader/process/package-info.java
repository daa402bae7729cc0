/// The program of a reader process. It parses what strangers wrote, behind the same filter and
/// namespaces as a worker, and never has an agent.
@NullMarked
package dev.sojourn.sandbox.reader.process;

import org.jspecify.annotations.NullMarked;
