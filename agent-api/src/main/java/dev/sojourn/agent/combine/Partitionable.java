package dev.sojourn.agent.combine;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// Marks an [dev.sojourn.agent.Agent] that may read one territory in several copies at once, each a
/// part of it by path. Without the mark one copy reads the whole territory.
///
/// Mark an agent if its findings stay the same: if each follows from one page alone, and the agent
/// follows links without counting how far it went. Do not mark one that counts, compares or ranks
/// the pages of its territory, or that asks where links lead: a link to a page of another part is
/// answered with [dev.sojourn.agent.Fetched.OutOfScope], as one out of the territory is. An agent
/// that reports equal bodies once reports them once for each part.
///
/// Tools read the mark from the class file; a visit never sees it.
@Documented
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.TYPE)
public @interface Partitionable {}
