/// Hostile agents, states, jars and workers, each with the wall that must stop it and its expected
/// outcome.
///
/// [dev.sojourn.corpus.CorpusBuilder] makes them once, in the build of Sojourn. Test programs treat
/// its output as data; only a worker loads it. The exception is
/// [dev.sojourn.corpus.ScriptedWorker], which runs as its own process.
@NullMarked
package dev.sojourn.corpus;

import org.jspecify.annotations.NullMarked;
