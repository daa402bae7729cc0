/// The sources of a visit's pages. A [ContentSource] answers for one URL at a time.
///
/// [DocumentRoot] serves pages from a folder, like a web server. A source does not know scopes and
/// robots.txt; the gate decides before each request to the source.
@NullMarked
package dev.sojourn.visit.content;

import org.jspecify.annotations.NullMarked;
