/// Values of the records that extend robots.txt: delays, rates, and preferences about use.
///
/// They have no effect on groups, access or routes.
@NullMarked
package dev.sojourn.robots.extension;

import org.jspecify.annotations.NullMarked;
