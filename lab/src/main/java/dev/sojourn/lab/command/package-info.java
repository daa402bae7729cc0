/// The commands of the lab: `sojourn lab check`, `sojourn lab run` and `sojourn lab report`.
@NullMarked
package dev.sojourn.lab.command;

import org.jspecify.annotations.NullMarked;
