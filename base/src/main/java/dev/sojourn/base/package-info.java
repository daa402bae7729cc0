/// Values that do not depend on a protocol: immutable octets and digests.
@NullMarked
package dev.sojourn.base;

import org.jspecify.annotations.NullMarked;
