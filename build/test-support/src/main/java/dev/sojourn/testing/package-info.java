/// Support for the tests of all modules: certificates, servers, ports, a check of signatures,
/// traces of processes, broken tools, and times for awaited events.
///
/// It depends on the JDK and the test framework only, and no program depends on it.
@NullMarked
package dev.sojourn.testing;

import org.jspecify.annotations.NullMarked;
