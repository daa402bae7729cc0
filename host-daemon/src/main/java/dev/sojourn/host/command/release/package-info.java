/// The operator's commands about held results of visits, used with `policy.hold`. Picocli
/// instantiates each class.
@NullMarked
package dev.sojourn.host.command.release;

import org.jspecify.annotations.NullMarked;
