/// The rests that sites ask for: how `Retry-After` is read, and which sites are left alone until
/// when ([dev.sojourn.fetch.rest.SiteRests]).
@NullMarked
package dev.sojourn.fetch.rest;

import org.jspecify.annotations.NullMarked;
