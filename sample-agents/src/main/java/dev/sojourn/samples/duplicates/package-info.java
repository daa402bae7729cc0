/// An agent that finds pages whose texts are nearly the same. Start with
/// [dev.sojourn.samples.duplicates.DuplicateCensusAgent].
@NullMarked
package dev.sojourn.samples.duplicates;

import org.jspecify.annotations.NullMarked;
