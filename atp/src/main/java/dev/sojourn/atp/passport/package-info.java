/// The passport of an agent: its owner, its destination, and its limits there. Start with
/// [dev.sojourn.atp.passport.Passport].
@NullMarked
package dev.sojourn.atp.passport;

import org.jspecify.annotations.NullMarked;
