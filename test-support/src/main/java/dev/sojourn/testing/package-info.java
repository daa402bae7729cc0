/// Support for the tests of all modules: certificates, servers, ports, a check of signatures,
/// traces of processes, broken tools, and how long a test waits for what must come.
///
/// It stands on the JDK and on what runs the tests, and no program stands on it.
@NullMarked
package dev.sojourn.testing;

import org.jspecify.annotations.NullMarked;
