/// Addresses of peers, classified before a connection is made: public, private, loopback, metadata.
/// [dev.sojourn.identity.net.ResolvedName] is the way to each place that a stranger may have named.
@NullMarked
package dev.sojourn.identity.net;

import org.jspecify.annotations.NullMarked;
