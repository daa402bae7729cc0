/// Values without a protocol of their own: immutable octets and digests.
@NullMarked
package dev.sojourn.base;

import org.jspecify.annotations.NullMarked;
