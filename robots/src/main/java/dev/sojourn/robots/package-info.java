/// Robots.txt, Mobile-agent-server routes and robots-tag as pure values.
///
/// [RobotsTxt] is parsed once from bytes and answers for every agent: whether a product token may
/// fetch a URL ([Access]), which host takes mobile agents for it ([Route]), and how the site is cut
/// into parts of one route each ([Territory]). [RobotsTag] reads the rules that a single page
/// states. The package does no I/O and does not know the time. Everything public is immutable and
/// may be used from any thread.
@NullMarked
package dev.sojourn.robots;

import org.jspecify.annotations.NullMarked;
