/// Parts of a site, told by path prefixes: what a robots.txt file allows or routes.
@NullMarked
package dev.sojourn.robots.scope;

import org.jspecify.annotations.NullMarked;
