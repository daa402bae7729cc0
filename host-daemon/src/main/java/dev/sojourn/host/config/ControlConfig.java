package dev.sojourn.host.config;

import java.util.Optional;

/// The control of a running daemon.
///
/// @param group `control.group`: a group whose members may control the daemon, in addition to its
///   own user. Default only its own user
public record ControlConfig(Optional<String> group) {}
