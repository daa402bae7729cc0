/// Reads pages: the media type of an answer that declares none, its character encoding, its HTML,
/// XHTML or feed. [dev.sojourn.page.parse.PageParser] is the starting point.
///
/// The code runs in a confined reader, a process without an agent, since strangers wrote its input.
/// The reader can load no class after its start, so [PageEncoding#warmUp] loads all encodings. The
/// time of each step is linear in the size of the body. Each loop over characters or nodes counts
/// its steps with a [WorkMeter], so that a check can end a page that takes too long. Steps of the
/// parser of HTML itself are checked before each piece of a few KiB.
@NullMarked
package dev.sojourn.page.parse;

import org.jspecify.annotations.NullMarked;
