package dev.sojourn.agent.tree;

/// A link to a place in a page. The place exists if the page's [PageTree#targets] contain the
/// fragment.
///
/// @param url the page; absolute and normalised, without a fragment
/// @param fragment not empty, with its escapes decoded
public record FragmentLink(String url, String fragment) {}
