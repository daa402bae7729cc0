package dev.sojourn.agent.page;

/// A `meta` element in the head of a page.
///
/// @param name the value of its `name`, such as `description`, or of its `property`, such as
///   `og:title`. It is spelled as in the page, without white space at the ends. An element with
///   both gives two entries
/// @param content the value of its `content`; empty if it has none
public record PageMeta(String name, String content) {}
