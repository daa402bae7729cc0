/// How values of options are read that several commands take.
@NullMarked
package dev.sojourn.dispatcher.cli.option;

import org.jspecify.annotations.NullMarked;
