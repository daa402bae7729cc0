/// Where the pages of a visit come from: a [ContentSource] answers for one URL at a time.
///
/// [DocumentRoot] reads them from a folder, as a web server would serve it. A source knows nothing
/// of scopes and robots.txt; that is decided before it is asked.
@NullMarked
package dev.sojourn.visit.content;

import org.jspecify.annotations.NullMarked;
