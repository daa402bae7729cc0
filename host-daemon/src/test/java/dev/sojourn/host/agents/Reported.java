package dev.sojourn.host.agents;

/// The answer to a request for a page.
public record Reported(String path, String answer) {}
