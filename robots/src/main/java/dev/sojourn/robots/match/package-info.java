/// Octets of URLs and patterns, and the indexes that compare them.
///
/// [UrlOctets] is the canonical form of a URL, [Octets] converts patterns to the canonical form.
/// [PrefixIndex] finds the deciding literal prefix, [WildcardIndex] the deciding pattern with `*`
/// or `$`. A comparison takes time linear in pattern and URL, without allocation, recursion or
/// backtracking.
@NullMarked
package dev.sojourn.robots.match;

import org.jspecify.annotations.NullMarked;
