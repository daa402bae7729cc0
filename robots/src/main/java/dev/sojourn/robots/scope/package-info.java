/// Parts of a site that a robots.txt file allows or routes, as sets of path prefixes.
@NullMarked
package dev.sojourn.robots.scope;

import org.jspecify.annotations.NullMarked;
