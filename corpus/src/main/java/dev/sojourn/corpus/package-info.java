/// Hostile agents, states, jars and workers, each with the wall that must stop it and the end that
/// it must come to.
///
/// [dev.sojourn.corpus.CorpusBuilder] makes them, once, when Sojourn is built. Its output is data
/// to every program that tries it, and is only loaded inside a worker. The exception is
/// [dev.sojourn.corpus.ScriptedWorker], which runs as a process of its own.
@NullMarked
package dev.sojourn.corpus;

import org.jspecify.annotations.NullMarked;
