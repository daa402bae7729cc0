/// The parts of a configuration about the daemon as a service of its machine.
@NullMarked
package dev.sojourn.host.config.service;

import org.jspecify.annotations.NullMarked;
