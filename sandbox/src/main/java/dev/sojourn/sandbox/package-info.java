/// Runs agents of strangers in separate processes and answers their requests.
///
/// The main interface is [dev.sojourn.sandbox.Sandbox]: the caller passes a
/// [dev.sojourn.sandbox.VisitOrder] and a [dev.sojourn.sandbox.VisitServices] and gets a
/// [dev.sojourn.sandbox.VisitEnd]. The caller's process never loads a class of an agent and never
/// decodes its state. It treats the messages of a worker process as hostile.
@NullMarked
package dev.sojourn.sandbox;

import org.jspecify.annotations.NullMarked;
