/// The identity of a signer: a URL ([dev.sojourn.identity.AgentUrl]) and the directory of keys that
/// is published under it ([dev.sojourn.identity.KeyDirectory]). This package fetches no document.
@NullMarked
package dev.sojourn.identity;

import org.jspecify.annotations.NullMarked;
