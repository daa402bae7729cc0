/// Options that several commands take, and how values of options are read.
@NullMarked
package dev.sojourn.dispatcher.cli.option;

import org.jspecify.annotations.NullMarked;
