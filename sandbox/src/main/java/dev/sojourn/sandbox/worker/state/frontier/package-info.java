/// The serializer of a frontier, and what all serializers of a state share: how many objects there
/// may be ([dev.sojourn.sandbox.worker.state.frontier.Quota]), texts, and a refusal with the way to
/// the value at fault.
@NullMarked
package dev.sojourn.sandbox.worker.state.frontier;

import org.jspecify.annotations.NullMarked;
