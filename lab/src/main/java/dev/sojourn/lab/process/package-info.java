/// Processes of this system as an experiment starts them: real daemons on this machine, ended with
/// the program that started them.
@NullMarked
package dev.sojourn.lab.process;

import org.jspecify.annotations.NullMarked;
