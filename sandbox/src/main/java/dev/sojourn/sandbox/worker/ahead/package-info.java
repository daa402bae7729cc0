/// The thread of a visit that works out pages before the agent asks for them. No code of an agent
/// runs there: the thread sees only the answers for pages. Start at
/// [dev.sojourn.sandbox.worker.ahead.PagesAhead].
@NullMarked
package dev.sojourn.sandbox.worker.ahead;

import org.jspecify.annotations.NullMarked;
