package dev.sojourn.host.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sojourn.atp.client.HostClient;
import dev.sojourn.atp.parcel.Delivery;
import dev.sojourn.atp.parcel.ParcelLimits;
import dev.sojourn.atp.parcel.ParcelLine;
import dev.sojourn.atp.parcel.ParcelReading;
import dev.sojourn.atp.parcel.VisitStatus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// What an owner has collected of one agent so far: each parcel once, in order.
public final class Gathering {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final String agentId;
  private final List<JsonNode> findings = new ArrayList<>();
  private final List<String> referrals = new ArrayList<>();
  private long parcels;

  public Gathering(String agentId) {
    this.agentId = agentId;
  }

  /// Collects until the visit is over, acknowledging each delivery with the next request.
  public VisitStatus all(HostClient host) throws InterruptedException {
    Delivery delivery;
    do {
      delivery = next(host);
    } while (!delivery.isLast());
    return delivery.status();
  }

  /// Collects one delivery.
  Delivery next(HostClient host) throws InterruptedException {
    var delivery = Owner.given(host.collect(agentId, parcels, Duration.ofSeconds(10)));
    for (var parcel : delivery.parcels()) {
      assertThat(parcel.number()).isEqualTo(parcels + 1);
      parcels = parcel.number();
      var reading = parcel.unpack(ParcelLimits.DEFAULT);
      assertThat(reading).isInstanceOf(ParcelReading.Lines.class);
      for (var line : ((ParcelReading.Lines) reading).toList()) {
        switch (line) {
          case ParcelLine.Finding finding -> findings.add(json(finding.json()));
          case ParcelLine.Referral referral -> referrals.add(referral.url());
          case ParcelLine.Page _, ParcelLine.Log _, ParcelLine.Dropped _, ParcelLine.Counted _ -> {}
        }
      }
    }
    return delivery;
  }

  public List<JsonNode> findings() {
    return findings;
  }

  List<String> urls() {
    return findings.stream().map(f -> f.get("url").asText()).toList();
  }

  List<String> referrals() {
    return referrals;
  }

  private static JsonNode json(String text) {
    try {
      return JSON.readTree(text);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(text, e);
    }
  }
}
