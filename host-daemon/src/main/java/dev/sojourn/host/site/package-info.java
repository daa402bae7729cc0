/// The sites that a daemon serves: where their pages come from, and the rules that they set.
@NullMarked
package dev.sojourn.host.site;

import org.jspecify.annotations.NullMarked;
