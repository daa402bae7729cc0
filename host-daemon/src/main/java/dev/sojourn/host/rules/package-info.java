/// The rules of a host: the configuration of this moment, and its grants to a passport.
///
/// [CurrentRules] holds them and is replaced when the configuration is read again. [Terms] decides
/// about a passport.
@NullMarked
package dev.sojourn.host.rules;

import org.jspecify.annotations.NullMarked;
