package dev.sojourn.host.config;

import dev.sojourn.identity.DirectoryLimits;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/// The settings for fetching key directories.
///
/// @param privateAddresses `identity.private-addresses`: whether key directories may have loopback,
///   private and other addresses that are not public, as in closed networks and experiments.
///   Default false
/// @param authorities `identity.authorities`: a PEM file with the certificates that are trusted
///   instead of those of the Java runtime. Default none
/// @param directories `identity.directory-bytes`: 1 KiB to 1 MiB, default 64 KiB;
///   `identity.directory-keys`: 1 to 1,000, default 64; `identity.directory-time`: 100 ms to 5 min,
///   default 10 s
public record IdentityConfig(
    boolean privateAddresses, Optional<SSLContext> authorities, DirectoryLimits directories) {}
