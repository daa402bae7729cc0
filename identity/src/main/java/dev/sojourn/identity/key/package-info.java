/// Ed25519 keys (RFC 8032), as JWK (RFC 7517, RFC 8037) and named by their thumbprint (RFC 7638);
/// and ML-DSA-65 keys for a second signature.
@NullMarked
package dev.sojourn.identity.key;

import org.jspecify.annotations.NullMarked;
