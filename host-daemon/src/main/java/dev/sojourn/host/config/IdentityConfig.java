package dev.sojourn.host.config;

import java.util.Optional;
import javax.net.ssl.SSLContext;

/// How key directories are fetched.
///
/// @param privateAddresses `identity.private-addresses`: whether they may be at loopback, private
///   and other addresses that are not public; for closed networks and experiments. Default false
/// @param authorities `identity.authorities`: a PEM file with the certificates that are believed
///   instead of those of the Java runtime. Default none
public record IdentityConfig(boolean privateAddresses, Optional<SSLContext> authorities) {}
