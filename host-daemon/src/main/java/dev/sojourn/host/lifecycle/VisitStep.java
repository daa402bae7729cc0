package dev.sojourn.host.lifecycle;

import java.util.Optional;

/// A step of a visit's life.
///
/// @param record after the step
/// @param command that the step wants carried out; empty where it wants nothing new
public record VisitStep(VisitRecord record, Optional<VisitCommand> command) {}
