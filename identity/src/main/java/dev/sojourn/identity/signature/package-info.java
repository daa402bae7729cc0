/// HTTP message signatures (RFC 9421), structured fields (RFC 9651) and Web Bot Auth
/// (draft-ietf-webbotauth-httpsig-protocol).
///
/// [dev.sojourn.identity.signature.BotSigner] signs the requests of a crawler, and
/// [dev.sojourn.identity.signature.BotVerifier] checks them.
@NullMarked
package dev.sojourn.identity.signature;

import org.jspecify.annotations.NullMarked;
