/// Robots.txt, Mobile-agent-server routes and robots-tag as pure values.
///
/// [RobotsTxt] is parsed once from bytes and answers for every agent: may this product token fetch
/// this URL ([Access]), which host takes mobile agents for it ([Route]), and how the site is cut
/// into regions of one route each ([Territory]). [RobotsTag] reads the rules that a single page
/// states. Nothing here does I/O or knows the time; everything public is immutable and may be used
/// from any thread.
@NullMarked
package dev.sojourn.robots;

import org.jspecify.annotations.NullMarked;
