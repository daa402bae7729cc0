package dev.sojourn.agent.combine;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// Marks an [dev.sojourn.agent.Agent] that may have several copies in one territory at once. Each
/// copy reads the paths of one part. Without the mark, one copy reads the whole territory.
///
/// Mark an agent if its findings do not depend on the partition. Each finding must follow from a
/// single page, and the agent must not limit the depth of links. Do not mark an agent that counts,
/// compares or ranks the pages of its territory, or checks links. The answer for a page of another
/// part is [dev.sojourn.agent.Fetched.OutOfScope]. An agent that reports each body once does so
/// separately in each part.
///
/// Tools read the mark from the class file; a visit never sees it.
@Documented
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.TYPE)
public @interface Partitionable {}
