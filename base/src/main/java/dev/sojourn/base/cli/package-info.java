/// The shared parts of every command of every program: exit codes, errors as one sentence,
/// suggestions for unknown words, `--json`.
///
/// A program's main class passes its top command to [CommandRun]. Commands print through picocli's
/// `spec.commandLine().getOut()`, which is a [TerminalWriter], and end early with a
/// [CommandException].
@NullMarked
package dev.sojourn.base.cli;

import org.jspecify.annotations.NullMarked;
