package dev.sojourn.crawl.visits;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.atp.parcel.Parcel;
import dev.sojourn.atp.parcel.ParcelLine;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ParcelContentTest {
  @Test
  void whatAHostDeliversAsReferralsIsKeptOnlyWhereItIsAPageOfTheCrawl() {
    var lines =
        List.<ParcelLine>of(
            new ParcelLine.Referral("http://a.example/x/../y"),
            new ParcelLine.Finding("{}"),
            new ParcelLine.Referral("HTTP://A.example:80/y#there"),
            new ParcelLine.Referral("http://b.example/"),
            new ParcelLine.Referral("http://c.example/"),
            new ParcelLine.Referral("file:///etc/passwd"),
            new ParcelLine.Referral("\u001b[2J"),
            new ParcelLine.Referral("http://a.example/" + "x".repeat(9_000)));
    var parcel = Parcel.pack("t0v0", 1, lines);
    var content =
        new ParcelContent(
            parcel, Set.of("http://a.example", "http://c.example")::contains, ParcelLineSink.NONE);
    lines.forEach(content::line);

    var event = content.event();

    assertThat(event.agentId()).isEqualTo("t0v0");
    assertThat(event.urls()).containsExactly("http://a.example/y", "http://c.example/");
  }
}
