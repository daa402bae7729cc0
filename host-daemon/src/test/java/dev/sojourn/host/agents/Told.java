package dev.sojourn.host.agents;

/// What came of asking for a page.
public record Told(String path, String answer) {}
