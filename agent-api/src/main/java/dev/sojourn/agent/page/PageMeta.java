package dev.sojourn.agent.page;

/// A `meta` element in the head of a page.
///
/// @param name the value of its `name`, as `description`, or of its `property`, as `og:title`;
///   spelled as in the page, without white space around it. An element that has both is there twice
/// @param content the value of its `content`; empty if it has none
public record PageMeta(String name, String content) {}
