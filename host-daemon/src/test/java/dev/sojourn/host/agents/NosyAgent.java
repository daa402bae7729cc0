package dev.sojourn.host.agents;

import dev.sojourn.agent.Agent;
import dev.sojourn.agent.Fetched;
import dev.sojourn.agent.Next;
import dev.sojourn.agent.Page;
import dev.sojourn.agent.Visit;
import java.util.List;

/// Asks for pages that it must not have, and reports the answers.
public final class NosyAgent implements Agent {
  @Override
  public Next visit(Visit visit) {
    var origin = visit.scope().origin();
    for (var path :
        List.of(
            "/index.html",
            "/private/secret.html",
            "/%70rivate/secret.html",
            "/outside/",
            "/docs/../private/secret.html",
            "/.htpasswd",
            "/docs/%2e%2e/.htpasswd",
            "/../../etc/passwd")) {
      var answer =
          switch (visit.fetch(origin + path)) {
            case Page _ -> "page";
            case Fetched.Refused _ -> "refused";
            case Fetched.Missing missing -> "missing " + missing.status();
            case Fetched.Unchanged _ -> "unchanged";
            case Fetched.OutOfScope _ -> "out of scope";
          };
      visit.report(new Reported(path, answer));
    }
    return Next.done();
  }
}
