package dev.sojourn.dispatcher.agent;

import dev.sojourn.sandbox.parameter.AgentParameters;
import java.nio.file.Path;
import java.util.Optional;

/// An agent in a jar or a directory of classes.
///
/// @param name the name for `--agent`; empty if it has only its class name
/// @param entryClass the binary name of its class
/// @param file the jar or directory
/// @param parameters its parameters, and the sentence about it
/// @param isCombined whether the agents of a crawl are combined at home
/// @param isPartitionable whether several copies of it may read one territory at once
public record ListedAgent(
    Optional<String> name,
    String entryClass,
    Path file,
    AgentParameters parameters,
    boolean isCombined,
    boolean isPartitionable) {}
