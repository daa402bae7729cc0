package dev.sojourn.sandbox.start;

import dev.sojourn.sandbox.SandboxWalls;
import dev.sojourn.sandbox.launch.Namespaces;
import dev.sojourn.sandbox.launch.ProcessClock;
import dev.sojourn.sandbox.launch.WorkerOutput;
import dev.sojourn.sandbox.pipe.Pipe;
import java.util.List;
import java.util.Optional;

/// A process that has just started and confined itself.
///
/// @param process the started process: the program, or the command that put it into namespaces and
///   waits for it
/// @param output the output of the process
/// @param pipe the pipe, from which only the first message was read
/// @param namespaces the namespaces in which it runs
/// @param walls the walls around it
/// @param clock the clock of the program itself
public record ConfinedStart(
    Process process,
    WorkerOutput output,
    Pipe pipe,
    Namespaces namespaces,
    List<SandboxWalls.Wall> walls,
    Optional<ProcessClock> clock) {}
