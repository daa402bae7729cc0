/// Signed requests (RFC 9421): [dev.sojourn.atp.signature.RequestSigner] and
/// [dev.sojourn.atp.signature.RequestVerifier].
@NullMarked
package dev.sojourn.atp.signature;

import org.jspecify.annotations.NullMarked;
