package dev.sojourn.host.agents;

/// The answer to a request for a page.
public record Told(String path, String answer) {}
