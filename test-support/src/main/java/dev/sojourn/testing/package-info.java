/// Support for the tests of all modules: certificates, servers, a check of signatures, traces of
/// processes, broken tools.
///
/// It stands on the JDK alone, and no program stands on it.
@NullMarked
package dev.sojourn.testing;

import org.jspecify.annotations.NullMarked;
