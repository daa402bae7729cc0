/// The commands that make, show and publish keys, and key files as other commands are given them.
@NullMarked
package dev.sojourn.dispatcher.cli.key;

import org.jspecify.annotations.NullMarked;
