/// Support for the tests of all modules: certificates, servers, ports, a check of signatures,
/// traces of processes, broken tools, and the time for an awaited event.
///
/// It stands on the JDK and on the test framework, and no program stands on it.
@NullMarked
package dev.sojourn.testing;

import org.jspecify.annotations.NullMarked;
