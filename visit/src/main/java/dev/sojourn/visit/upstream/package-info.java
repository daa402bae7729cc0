/// The pages of a site from its own web server, requested over HTTP.
@NullMarked
package dev.sojourn.visit.upstream;

import org.jspecify.annotations.NullMarked;
