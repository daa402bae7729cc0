package dev.sojourn.host.agents;

/// What the agents of these tests report.
record PageSeen(String url, String title) {}
