package dev.sojourn.agent.tree;

import java.util.Optional;
import java.util.OptionalInt;

/// An image of a page.
///
/// @param url the image; absolute and normalised
/// @param alt the text that replaces it; empty text for a decoration, empty if the author wrote
///   none
/// @param width the attribute, if it is a number of pixels
/// @param height the attribute, if it is a number of pixels
public record PageImage(String url, Optional<String> alt, OptionalInt width, OptionalInt height) {}
