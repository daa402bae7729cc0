package dev.sojourn.robots;

/// A Mobile-agent-server line.
///
/// @param path the canonical path prefix
/// @param route the host, or none
/// @param line its number in the file, from 1
public record RouteRecord(String path, Route route, int line) {}
