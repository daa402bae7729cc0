/// The values that the further views of a [dev.sojourn.agent.Page] give: [PageMeta], [LinkContext]
/// and [PageUsage].
@NullMarked
package dev.sojourn.agent.page;

import org.jspecify.annotations.NullMarked;
