/// The passport of an agent: whose it is, where it may go, and what it may spend there. Start with
/// [dev.sojourn.atp.passport.Passport].
@NullMarked
package dev.sojourn.atp.passport;

import org.jspecify.annotations.NullMarked;
