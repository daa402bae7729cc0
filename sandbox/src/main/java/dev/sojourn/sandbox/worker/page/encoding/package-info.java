/// The encodings of pages: the one that a page declares or has, and the octets of queries in it.
@NullMarked
package dev.sojourn.sandbox.worker.page.encoding;

import org.jspecify.annotations.NullMarked;
