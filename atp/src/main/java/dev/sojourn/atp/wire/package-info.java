/// The bytes of ATP/0.1: decoders and encoders for Netty pipelines, shared by server and client.
@NullMarked
package dev.sojourn.atp.wire;

import org.jspecify.annotations.NullMarked;
