/// The command `search`.
@NullMarked
package dev.sojourn.dispatcher.cli.search;

import org.jspecify.annotations.NullMarked;
