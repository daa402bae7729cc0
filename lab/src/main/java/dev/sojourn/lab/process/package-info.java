/// Starts processes for experiments: real daemons on this machine. Each ends with the program that
/// started it.
@NullMarked
package dev.sojourn.lab.process;

import org.jspecify.annotations.NullMarked;
