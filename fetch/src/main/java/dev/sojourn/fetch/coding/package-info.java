/// Decodes content codings of HTTP within limits.
@NullMarked
package dev.sojourn.fetch.coding;

import org.jspecify.annotations.NullMarked;
