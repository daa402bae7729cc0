/// Robots.txt, Mobile-agent-server routes and robots-tag as pure values.
///
/// [RobotsTxt] is parsed once from bytes and decides for every agent: whether a product token may
/// fetch a URL ([Access]), and which host takes mobile agents for the URL ([Route]). It also lists
/// the parts of the site with the same route ([Territory]). [RobotsTag] reads the rules of a single
/// page. The package does no I/O and does not read the time. All public objects are immutable; any
/// thread may use them.
@NullMarked
package dev.sojourn.robots;

import org.jspecify.annotations.NullMarked;
