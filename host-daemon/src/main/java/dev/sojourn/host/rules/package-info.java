/// The rules of a host: the current configuration, and the grants to a passport.
///
/// [CurrentRules] holds the rules, which are replaced when the configuration is read again. [Terms]
/// decides about a passport.
@NullMarked
package dev.sojourn.host.rules;

import org.jspecify.annotations.NullMarked;
