/// The one launcher: all commands of Sojourn in one program. Start at [Main].
@NullMarked
package dev.sojourn.app;

import org.jspecify.annotations.NullMarked;
