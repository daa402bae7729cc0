/// The sources of a visit's pages: a [ContentSource] answers for one URL at a time.
///
/// [DocumentRoot] reads them from a folder, as a web server would serve it. A source does not know
/// scopes and robots.txt; the gate decides before it is asked.
@NullMarked
package dev.sojourn.visit.content;

import org.jspecify.annotations.NullMarked;
