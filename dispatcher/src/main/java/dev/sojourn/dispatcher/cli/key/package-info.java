/// The commands that make, show and publish keys, and the key files of other commands.
@NullMarked
package dev.sojourn.dispatcher.cli.key;

import org.jspecify.annotations.NullMarked;
