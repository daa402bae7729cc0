/// The one launcher: all commands of Sojourn in one program. Start at [Main].
@NullMarked
package dev.sojourn.lab.cli;

import org.jspecify.annotations.NullMarked;
