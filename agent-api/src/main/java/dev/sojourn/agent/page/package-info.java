/// The result types of further views of a [dev.sojourn.agent.Page]: [PageMeta], [LinkContext] and
/// [PageUsage].
@NullMarked
package dev.sojourn.agent.page;

import org.jspecify.annotations.NullMarked;
