/// One identity for HTTP and ATP: Web Bot Auth (draft-ietf-webbotauth-httpsig-protocol), HTTP
/// message signatures (RFC 9421) and the directory in which an operator publishes keys.
///
/// [dev.sojourn.atp.identity.BotSigner] signs a crawler's requests and
/// [dev.sojourn.atp.identity.BotVerifier] checks them. [dev.sojourn.atp.identity.AgentUrl] is who
/// somebody is, [dev.sojourn.atp.identity.KeyDirectory] what they publish there, and
/// [dev.sojourn.atp.identity.SignedDirectory] the proof that goes with it. Nothing here fetches.
@NullMarked
package dev.sojourn.atp.identity;

import org.jspecify.annotations.NullMarked;
