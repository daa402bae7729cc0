/// The pages of a site as its own web server gives them, asked over HTTP beside it.
@NullMarked
package dev.sojourn.visit.upstream;

import org.jspecify.annotations.NullMarked;
