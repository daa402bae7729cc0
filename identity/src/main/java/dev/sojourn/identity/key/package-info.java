/// Ed25519 keys (RFC 8032), as JWK (RFC 7517, RFC 8037) and named by their thumbprint (RFC 7638).
@NullMarked
package dev.sojourn.identity.key;

import org.jspecify.annotations.NullMarked;
