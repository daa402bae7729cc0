/// Parts of a site that a robots.txt file allows or routes, told by path prefixes.
@NullMarked
package dev.sojourn.robots.scope;

import org.jspecify.annotations.NullMarked;
