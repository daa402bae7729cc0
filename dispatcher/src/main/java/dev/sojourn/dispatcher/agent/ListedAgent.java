package dev.sojourn.dispatcher.agent;

import dev.sojourn.sandbox.parameter.AgentParameters;
import java.nio.file.Path;
import java.util.Optional;

/// An agent that a jar or a directory of classes has.
///
/// @param name by which `--agent` calls it; empty if only its class names it
/// @param entryClass binary name of its class
/// @param file the jar or directory
/// @param parameters what it takes, and the sentence about it
/// @param isCombined whether the agents of a crawl are combined at home
/// @param isPartitionable whether several copies of it may read one territory at once
public record ListedAgent(
    Optional<String> name,
    String entryClass,
    Path file,
    AgentParameters parameters,
    boolean isCombined,
    boolean isPartitionable) {}
