/// The launcher: all commands of Sojourn in one program. Begin at [Main].
@NullMarked
package dev.sojourn.app;

import org.jspecify.annotations.NullMarked;
