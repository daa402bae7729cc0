/// Options that several commands take, and the converters for their values.
@NullMarked
package dev.sojourn.dispatcher.cli.option;

import org.jspecify.annotations.NullMarked;
