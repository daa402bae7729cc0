/// Octets of URLs and patterns, and the indexes that compare them.
///
/// [UrlOctets] brings a URL into the canonical form, [Octets] a pattern; [PrefixIndex] finds the
/// deciding literal prefix and [WildcardIndex] the deciding pattern with `*` or `$`. A comparison
/// takes time linear in pattern and URL, without allocation, recursion or backtracking.
@NullMarked
package dev.sojourn.robots.match;

import org.jspecify.annotations.NullMarked;
