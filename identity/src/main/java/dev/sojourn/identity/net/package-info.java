/// Addresses of peers, classified before a connection is made: public, private, loopback, metadata.
@NullMarked
package dev.sojourn.identity.net;

import org.jspecify.annotations.NullMarked;
