/// The options that several commands of `host` share.
@NullMarked
package dev.sojourn.host.command.option;

import org.jspecify.annotations.NullMarked;
