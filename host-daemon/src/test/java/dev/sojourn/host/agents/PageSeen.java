package dev.sojourn.host.agents;

/// What the agents of these tests report.
public record PageSeen(String url, String title) {}
