/// Trust: which signers a program accepts, and how it finds their keys. Start with
/// [dev.sojourn.identity.trust.TrustStore].
@NullMarked
package dev.sojourn.identity.trust;

import org.jspecify.annotations.NullMarked;
