/// The sites that a daemon serves: the sources of their pages, and their rules.
@NullMarked
package dev.sojourn.host.site;

import org.jspecify.annotations.NullMarked;
