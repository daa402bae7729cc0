package dev.sojourn.app.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sojourn.app.whole.FolderServer;
import dev.sojourn.app.whole.Program;
import dev.sojourn.atp.agent.AgentPackage;
import dev.sojourn.atp.client.AtpClient;
import dev.sojourn.atp.client.ClientSettings;
import dev.sojourn.atp.client.HostClient;
import dev.sojourn.atp.client.RetryPolicy;
import dev.sojourn.atp.passport.Passport;
import dev.sojourn.atp.passport.PassportLimits;
import dev.sojourn.atp.passport.PassportScope;
import dev.sojourn.base.Digest;
import dev.sojourn.dispatcher.agent.AgentCatalog;
import dev.sojourn.dispatcher.agent.AgentCode;
import dev.sojourn.dispatcher.agent.AgentReading;
import dev.sojourn.identity.key.SigningKey;
import dev.sojourn.identity.net.AtpAddress;
import dev.sojourn.lab.link.EmulatedLink;
import dev.sojourn.lab.link.LinkEmulator;
import dev.sojourn.lab.link.LinkSettings;
import dev.sojourn.lab.link.Outage;
import dev.sojourn.testing.FailingDisk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The fault campaign. Many visits run at a daemon that is killed, and loses its power, its
/// workers, its disk, its network and its time of day. Crawls run whose dispatcher is killed.
///
/// The property `campaign.visits` says how many visits, `campaign.seed` which faults. With more
/// than a hundred visits each fault is printed as it comes, and faults come until the end. With
/// fewer each kind comes once. `docs/lab.md` has the command of the long form.
final class FaultCampaignIT {
  private static final int VISITS = Integer.getInteger("campaign.visits", 30);
  private static final long SEED = Long.getLong("campaign.seed", 17);
  private static final boolean IS_LONG = VISITS > 100;
  private static final int AT_ONCE = 6;
  private static final int VISITS_A_CRAWL = 20;
  private static final int VISITS_A_FAULT = IS_LONG ? 3 : 1;
  private static final int WARNINGS_A_FAULT = 25;
  private static final int PAGES = IS_LONG ? 40 : 20;
  private static final Pattern PASSPORT =
      Pattern.compile("\"event\":\"arrived\".*\"passport\":\"([^\"]+)\"");

  @TempDir private Path folder;
  private final SigningKey owner = SigningKey.generate(new SecureRandom());
  private final CampaignLog log = new CampaignLog(IS_LONG);
  private final Set<String> site = new HashSet<>();

  @Test
  void noFaultLosesAnAgentRunsAHopTwiceOrBreaksTheAuditLog() throws Exception {
    var disk = FailingDisk.in(folder);
    assumeTrue(disk.isPresent(), "no C compiler");
    var record = Path.of("target/fault-campaign.txt");
    log.line("%d visits, seed %d".formatted(VISITS, SEED));
    var root = Files.createDirectory(folder.resolve("www"));
    try (var web = FolderServer.start(root);
        var emulator = LinkEmulator.start()) {
      var link = emulator.open(new LinkSettings(Duration.ofMillis(1), 0, partitions()));
      write(root, web.origin(), link);
      try (var host = new CampaignHost(configured(web.origin(), link), disk.get(), link)) {
        campaign(host, disk.get(), web.origin(), link);
        assertThat(host.terminate()).isZero();
        look(host);
      }
    } finally {
      log.write(record);
    }
    assertThat(log.breaches()).as("seed %d, %s:%n%s", SEED, record, log.text()).isEmpty();
    assertThat(log.counted(CampaignLog.VISITS)).as(log.sums()).isEqualTo(VISITS);
    // On a fast machine the visits may be over before the last of them comes.
    assertThat(log.counted(CampaignFaults.FAULTS))
        .as(log.sums())
        .isGreaterThan(CampaignFaults.KINDS / 2);
  }

  /// A time every few seconds in which no bytes pass the link.
  private static List<Outage> partitions() {
    var random = new Random(SEED);
    var outages = new ArrayList<Outage>();
    long at = 2_000;
    while (outages.size() < (IS_LONG ? VISITS : 2)) {
      int length = random.nextInt(300, 2_000);
      outages.add(new Outage(Duration.ofMillis(at), Duration.ofMillis(length)));
      at += length + random.nextInt(5_000, 12_000);
    }
    return outages;
  }

  /// Pages that link each to the next two.
  private void write(Path root, String origin, EmulatedLink link) throws IOException {
    for (int i = 0; i < PAGES; i++) {
      var name = i == 0 ? "" : i + ".html";
      site.add(origin + "/" + name);
      Files.writeString(
          root.resolve(i == 0 ? "index.html" : name),
          "<title>Page %d</title><a href=\"/%d.html\">on</a><a href=\"/%d.html\">further</a>"
              .formatted(i, Math.min(i + 1, PAGES - 1), Math.min(i + 2, PAGES - 1)));
    }
    Files.writeString(
        root.resolve("robots.txt"), "Mobile-agent-server: / atp://127.0.0.1:" + link.port() + "\n");
  }

  private Path configured(String origin, EmulatedLink link) throws IOException {
    owner.write(folder.resolve("owner.key"));
    Files.write(folder.resolve("owner.jwk"), owner.verifyKey().toJwk().toArray());
    Files.writeString(
        folder.resolve("host.toml"),
        """
        listen = "127.0.0.1:0"
        data = "%s/data"

        [[site]]
        origin = "%s"
        root = "www"

        [[trust]]
        name = "campaign"
        keys = "owner.jwk"

        [policy]
        confinement = "offered"
        names = ["atp://127.0.0.1:%d"]

        [limits]
        checkpoint-every = "0 s"
        workers = 2
        spare-workers = 0

        [audit]
        segment = "64 KiB"
        """
            .formatted(folder, origin, link.port()));
    return folder;
  }

  private void campaign(CampaignHost host, FailingDisk disk, String origin, EmulatedLink link)
      throws Exception {
    var crawls = new CampaignCrawls(folder, folder.resolve("owner.key"), origin + "/", site, log);
    var isOver = new CountDownLatch(1);
    var faults = new CampaignFaults(SEED, host, crawls, disk, log, isOver);
    int all = VISITS / VISITS_A_CRAWL;
    var code = code();
    var next = new AtomicInteger();
    try (var client = AtpClient.open(ClientSettings.DEFAULT);
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      link.begin();
      var address = new AtpAddress("127.0.0.1", link.port());
      var work = new ArrayList<Future<?>>();
      work.add(threads.submit(task(() -> crawl(crawls, all))));
      for (int i = 0; i < AT_ONCE; i++) {
        work.add(
            threads.submit(task(() -> visits(client, address, code, origin, next, VISITS - all))));
      }
      var faulty = threads.submit(task(() -> faults(faults, isOver)));
      try {
        for (var one : work) {
          one.get();
        }
      } finally {
        isOver.countDown();
      }
      faulty.get();
    }
    for (var partition : partitions()) {
      if (partition.end().toMillis() / 1e3 < log.seconds()) {
        log.count("fault partition");
        log.line("partition from " + partition.at() + " for " + partition.length());
      }
    }
  }

  private static Callable<Boolean> task(Callable<Boolean> work) {
    return work;
  }

  private static boolean crawl(CampaignCrawls crawls, int all)
      throws IOException, InterruptedException {
    for (int i = 1; i <= all; i++) {
      crawls.run(i);
    }
    return true;
  }

  private static boolean faults(CampaignFaults faults, CountDownLatch isOver)
      throws IOException, InterruptedException {
    for (int i = 0; isOver.getCount() > 0 && (IS_LONG || i < CampaignFaults.KINDS); i++) {
      faults.next(VISITS_A_FAULT);
    }
    return true;
  }

  private boolean visits(
      AtpClient client,
      AtpAddress address,
      AgentCode code,
      String origin,
      AtomicInteger next,
      int all) {
    for (int number = next.getAndIncrement(); number < all; number = next.getAndIncrement()) {
      var random = new Random(SEED + number);
      var policy =
          new RetryPolicy(2, Duration.ofMillis(100), Duration.ofSeconds(1), Duration.ofSeconds(3));
      var host = new HostClient(client, address, owner, policy, InstantSource.system(), random);
      long pages = random.nextInt(4) == 0 ? PAGES / 2 : PAGES + 5;
      var passport = passport(address, code, origin, pages);
      var agent = AgentPackage.sign(passport, owner, code.jar());
      new CampaignVisit(host, agent, passport.agentId(), pages, site, log)
          .run(random.nextInt(4) == 0, random.nextInt(2) == 0);
    }
    return true;
  }

  private Passport passport(AtpAddress host, AgentCode code, String origin, long pages) {
    var now = Instant.now();
    return new Passport(
        new Passport.Identity(id(), id(), owner.id(), Optional.empty(), "CampaignBot"),
        new Passport.Grant(
            Digest.of(code.jar()),
            code.entryClass(),
            new PassportScope(origin, List.of("/"), List.of()),
            List.of(origin + "/"),
            new PassportLimits(Duration.ofMinutes(5), pages, 1L << 30, 10_000)),
        new Passport.Journey(0, Optional.empty(), Optional.empty()),
        new Passport.Validity(host, now.minusSeconds(5), now.plusSeconds(900), id()));
  }

  private static String id() {
    return UUID.randomUUID().toString().replace("-", "");
  }

  private static AgentCode code() {
    var jar = Path.of("target/dist/agents/sojourn-sample-agents-0.1.0-SNAPSHOT.jar");
    return ((AgentReading.Read)
            AgentCatalog.ofThisProgram().find(jar, "dev.sojourn.samples.IndexingAgent"))
        .code();
  }

  /// The audit log is whole, and no agent came in twice. A peer that asks a failing host again and
  /// again does not fill its log.
  private void look(CampaignHost host) throws IOException {
    var verify = Program.here("host", "audit", "verify", "--config", host.config().toString());
    if (verify.exitCode() != 0) {
      log.breach("the audit log is broken: " + verify);
    }
    try (var lines = Files.lines(host.log())) {
      long warnings = lines.filter(line -> line.contains(" WARN ")).count();
      if (warnings > WARNINGS_A_FAULT * (1 + log.counted(CampaignFaults.FAULTS))) {
        log.breach("the log of the host has %,d warnings".formatted(warnings));
      }
    }
    var arrivals = new HashMap<String, Integer>();
    try (var segments = Files.list(host.data().resolve("audit"))) {
      for (var segment : segments.toList()) {
        for (var line : Files.readAllLines(segment)) {
          var passport = PASSPORT.matcher(line);
          if (passport.find() && arrivals.merge(passport.group(1), 1, Integer::sum) > 1) {
            log.breach("the agent of passport " + passport.group(1) + " came in twice");
          }
        }
      }
    }
  }
}
