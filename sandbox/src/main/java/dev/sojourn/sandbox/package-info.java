/// Runs agents of strangers in processes of their own and answers their few questions.
///
/// Start with [dev.sojourn.sandbox.Sandbox]: the caller gives a [dev.sojourn.sandbox.VisitOrder]
/// and a [dev.sojourn.sandbox.VisitServices] and gets a [dev.sojourn.sandbox.VisitEnd]. The
/// caller's process never loads a class of an agent and never decodes its state; it treats the
/// messages of a worker process as hostile.
@NullMarked
package dev.sojourn.sandbox;

import org.jspecify.annotations.NullMarked;
