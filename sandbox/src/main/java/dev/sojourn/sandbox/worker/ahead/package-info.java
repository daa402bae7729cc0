/// The thread of a visit that prepares pages before the agent asks for them. No code of an agent
/// runs there: the thread sees only the answers for pages. The main class is
/// [dev.sojourn.sandbox.worker.ahead.PagesAhead].
@NullMarked
package dev.sojourn.sandbox.worker.ahead;

import org.jspecify.annotations.NullMarked;
