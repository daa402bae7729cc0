package dev.sojourn.lab.run;

import dev.sojourn.lab.experiment.ServedSite;
import java.nio.file.Path;

/// The configuration of nginx in an experiment. nginx serves the files of a folder with gzip, and
/// writes an access log that [dev.sojourn.lab.site.AccessLog] reads.
final class NginxFile {
  private static final Path MEDIA_TYPES = Path.of("/etc/nginx/mime.types");

  private NginxFile() {}

  /// Writes the file.
  ///
  /// @param port the port to listen on
  /// @param root folder of the site
  /// @param home folder for nginx's own files
  /// @param accessLog the file of the access log
  /// @param site the served site
  static String of(int port, Path root, Path home, Path accessLog, ServedSite site) {
    return """
    daemon off;
    master_process off;
    pid "%1$s/nginx.pid";
    events { worker_connections 1024; }
    http {
      include %2$s;
      log_format counted '$time_iso8601 $request_method $request_uri $status $request_length $bytes_sent $sent_http_content_type';
      access_log "%3$s" counted;
      gzip %7$s;
      gzip_types text/plain text/css text/javascript application/javascript application/xml;
      keepalive_requests 1000000;
      client_body_temp_path "%1$s/body";
      proxy_temp_path "%1$s/proxy";
      fastcgi_temp_path "%1$s/fastcgi";
      uwsgi_temp_path "%1$s/uwsgi";
      scgi_temp_path "%1$s/scgi";
      server { listen 127.0.0.1:%4$d; root "%5$s"; index index.html; %6$s }
    }
    """
        .formatted(
            home,
            MEDIA_TYPES,
            accessLog,
            port,
            root,
            site.description().hasCleanUrls()
                ? "location / { try_files $uri $uri.html $uri/ =404; }"
                : "",
            site.hasGzip() ? "on" : "off");
  }
}
