/// Robots.txt, Mobile-agent-server routes and robots-tag as pure values.
///
/// [RobotsTxt] is parsed once from bytes and answers for every agent: whether a product token may
/// fetch a URL ([Access]), which host takes mobile agents for the URL ([Route]), and which parts of
/// the site have the same route ([Territory]). [RobotsTag] reads the rules of a single page. The
/// package does no I/O and does not read the time. All public objects are immutable; any thread may
/// use them.
@NullMarked
package dev.sojourn.robots;

import org.jspecify.annotations.NullMarked;
