/// Octets of URLs and patterns, and the indexes that compare them.
///
/// [UrlOctets] brings a URL into the canonical form, [Octets] a pattern; [PrefixIndex] finds the
/// literal prefix that decides and [WildcardIndex] the pattern with `*` or `$`. All of it works on
/// byte arrays, in time linear in pattern and URL, without allocation, recursion or backtracking.
@NullMarked
package dev.sojourn.robots.match;

import org.jspecify.annotations.NullMarked;
