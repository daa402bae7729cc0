/// `atps:` is ATP/0.1 over TLS 1.3 with the application protocol `atp/0.1`. A host shows a
/// certificate ([dev.sojourn.atp.tls.HostCertificate], from [dev.sojourn.atp.tls.TlsFiles]). A
/// client trusts authorities ([dev.sojourn.atp.tls.TlsAuthorities],
/// [dev.sojourn.atp.tls.ClientTls]).
@NullMarked
package dev.sojourn.atp.tls;

import org.jspecify.annotations.NullMarked;
