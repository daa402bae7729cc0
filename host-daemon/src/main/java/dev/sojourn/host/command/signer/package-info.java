/// The commands by which an operator bans and allows signers.
@NullMarked
package dev.sojourn.host.command.signer;

import org.jspecify.annotations.NullMarked;
