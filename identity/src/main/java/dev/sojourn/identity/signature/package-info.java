/// HTTP message signatures (RFC 9421), structured fields (RFC 9651) and Web Bot Auth
/// (draft-ietf-webbotauth-httpsig-protocol).
///
/// [dev.sojourn.identity.signature.BotSigner] signs the requests of a crawler,
/// [dev.sojourn.identity.signature.SignedDirectory] the keys that it publishes, and
/// [dev.sojourn.identity.signature.Envelope] statements. All but envelopes are signed over a
/// [dev.sojourn.identity.signature.SignatureBase].
@NullMarked
package dev.sojourn.identity.signature;

import org.jspecify.annotations.NullMarked;
