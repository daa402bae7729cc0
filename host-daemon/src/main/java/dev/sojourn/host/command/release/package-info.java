/// The commands of an operator about what visits found, where `policy.hold` is set. Each is a class
/// that picocli makes.
@NullMarked
package dev.sojourn.host.command.release;

import org.jspecify.annotations.NullMarked;
