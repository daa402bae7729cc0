/// The commands of the lab: `sojourn lab check` and `sojourn lab run`.
@NullMarked
package dev.sojourn.lab.command;

import org.jspecify.annotations.NullMarked;
