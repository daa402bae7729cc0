package dev.sojourn.dispatcher.cli;

import static dev.sojourn.dispatcher.cli.CommandLines.run;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sojourn.crawl.index.SearchIndex;
import dev.sojourn.samples.IndexingAgent;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CommandsTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir private Path folder;
  private String key;
  private String agent;

  @BeforeEach
  void setUp() throws URISyntaxException {
    key = folder.resolve("owner.key").toString();
    agent =
        Path.of(IndexingAgent.class.getProtectionDomain().getCodeSource().getLocation().toURI())
            .toString();
  }

  @Test
  void everyCommandHasHelpWithAnExample() {
    for (var command :
        new String[] {
          "search",
          "agent new",
          "agent list",
          "agent pack",
          "agent inspect",
          "agent verify",
          "agent try",
          "visit show",
          "visit message",
          "visit retract",
          "visit dispose",
          "key new",
          "key show",
          "key directory"
        }) {
      var words = Arrays.copyOf(command.split(" "), command.split(" ").length + 1);
      words[words.length - 1] = "--help";
      var ran = run(words);
      assertThat(ran.exit()).as(command).isZero();
      assertThat(ran.out())
          .as(command)
          .contains("--json")
          .containsAnyOf("Example:", "Examples:")
          .contains("sojourn-dispatcher " + command);
    }
  }

  @Test
  void anUnknownWordGetsASuggestion() {
    var ran = run("serch", "x");
    assertThat(ran.exit()).isEqualTo(2);
    assertThat(ran.err()).contains("did you mean 'search'?");
    var option = run("search", "out", "x", "--limt", "3");
    assertThat(option.exit()).isEqualTo(2);
    assertThat(option.err()).contains("did you mean '--limit'?");
  }

  @Test
  void searchPrintsRankedHitsWithTitleUrlAndExcerpt() throws IOException {
    index();
    var ran = run("search", folder.toString(), "token", "stream");
    assertThat(ran.exit()).isZero();
    assertThat(ran.out())
        .startsWith(" 1. TokenStream")
        .contains("    http://site/TokenStream.html")
        .contains("A *token* *stream* of an analyzer.");
    assertThat(ran.err()).contains("1 page matches; the best 1:");
  }

  @Test
  void searchPrintsOneJsonObject() throws IOException {
    index();
    var ran = run("search", folder.toString(), "stream nowhere", "--json", "-n", "1");
    var json = JSON.readTree(ran.out());
    assertThat(json.path("query").asText()).isEqualTo("stream nowhere");
    assertThat(json.path("total").asInt()).isEqualTo(2);
    assertThat(json.path("matchedAll").asBoolean()).isFalse();
    assertThat(json.path("hits")).hasSize(1);
    var hit = json.path("hits").get(0);
    assertThat(hit.path("rank").asInt()).isEqualTo(1);
    assertThat(hit.path("url").asText()).startsWith("http://site/");
    assertThat(hit.path("score").asDouble()).isPositive();
    var mark = hit.path("marks").get(0);
    var marked = hit.path("excerpt").asText().substring(mark.get(0).asInt(), mark.get(1).asInt());
    assertThat(marked).isEqualToIgnoringCase("stream");
    assertThat(ran.err()).isEmpty();
  }

  @Test
  void searchWithoutHitsIsNoError() throws IOException {
    index();
    var ran = run("search", folder.toString(), "zebra");
    assertThat(ran.exit()).isZero();
    assertThat(ran.out()).isEmpty();
    assertThat(ran.err().strip()).isEqualTo("No page matches.");
  }

  @Test
  void searchNamesTheDirectoryWithoutAnIndexAndTheNextStep() {
    var ran = run("search", folder.resolve("no").toString(), "x");
    assertThat(ran.exit()).isEqualTo(1);
    assertThat(ran.err())
        .contains("There is no index in " + folder.resolve("no") + "; make one with:");
    assertThat(ran.err().lines()).hasSize(1);
  }

  @Test
  void searchSaysHowToLookForWordsThatBeginWithAHyphen() throws IOException {
    index();
    var ran = run("search", folder.toString(), "-stream");
    assertThat(ran.exit()).isEqualTo(2);
    assertThat(ran.err()).contains("There is no option '-stream'").contains("put -- before");
    assertThat(run("search", folder.toString(), "--", "token", "-sea").out())
        .contains("TokenStream");
  }

  @Test
  void searchFindsTheCrawlInTheFolderOfADemo() throws IOException {
    var demo = folder;
    folder = demo.resolve("crawl");
    index();
    assertThat(run("search", demo.toString(), "token").out()).contains("TokenStream");
  }

  @Test
  void searchRefusesASenselessLimit() {
    var ran = run("search", folder.toString(), "x", "--limit", "0");
    assertThat(ran.exit()).isEqualTo(2);
    assertThat(ran.err()).contains("--limit: 0 (expected: 1 to 1000)");
  }

  @Test
  void keyNewMakesAPrivateAndAPublicFileAndOverwritesNeither() throws IOException {
    var made = run("key", "new", key, "--json");
    assertThat(made.exit()).isZero();
    var id = JSON.readTree(made.out()).path("id").asText();
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(Path.of(key))))
        .isEqualTo("rw-------");
    assertThat(Files.readString(Path.of(key + ".pub"))).contains(id).doesNotContain("\"d\"");
    var again = run("key", "new", key);
    assertThat(again.exit()).isEqualTo(1);
    assertThat(again.err()).contains(key + " exists already, and a key is never overwritten");
  }

  @Test
  void keyShowNeverShowsTheSecret() throws IOException {
    run("key", "new", key);
    var secret = JSON.readTree(Path.of(key).toFile()).path("d").asText();
    for (var file : new String[] {key, key + ".pub"}) {
      var shown = run("key", "show", file);
      assertThat(shown.exit()).isZero();
      assertThat(JSON.readTree(shown.out()).path("keys")).hasSize(1);
      assertThat(shown.out() + shown.err()).doesNotContain(secret);
      assertThat(run("key", "show", file, "--json").out()).contains("\"id\":");
    }
  }

  @Test
  void aPublicKeySignsNothingAndThePrivateOneIsAskedFor() {
    run("key", "new", key);
    var ran = run("crawl", "http://site/", "--key", key + ".pub");
    assertThat(ran.exit()).isEqualTo(5);
    assertThat(ran.err()).contains(key + ".pub holds a public key; name the file of the private");
  }

  @Test
  void keyShowRefusesAPrivateKeyThatOthersMayRead() throws IOException {
    run("key", "new", key);
    Files.setPosixFilePermissions(Path.of(key), PosixFilePermissions.fromString("rw-r--r--"));
    var ran = run("key", "show", key);
    assertThat(ran.exit()).isEqualTo(5);
    assertThat(ran.err()).contains("chmod 600");
  }

  @Test
  void keyShowSaysWhatIsNoKey() throws IOException {
    var text = Files.writeString(folder.resolve("text"), "hello").toString();
    var noKey = run("key", "show", text);
    assertThat(noKey.exit()).isEqualTo(5);
    assertThat(noKey.err())
        .contains(text + " holds no public key, since it should be one well-formed JSON object")
        .contains("; name a file that 'sojourn key new' made.")
        .doesNotContain("(expected")
        .hasLineCount(1);
    var absent = run("key", "show", folder.resolve("absent").toString());
    assertThat(absent.exit()).isEqualTo(5);
    assertThat(absent.err()).contains("make one with: sojourn key new");
  }

  @Test
  void aPackedAgentIsExplainedAndNothingStandsAgainstIt() throws IOException {
    var file = pack("a.agent");
    var ran = run("agent", "inspect", file, "--key", key + ".pub");
    assertThat(ran.exit()).isZero();
    assertThat(ran.out())
        .contains("begins with   dev.sojourn.samples.IndexingAgent")
        .contains("sent to       atp://agents.example:10434")
        .contains("may see       https://docs.example under /api/")
        .contains("(checked: good)")
        .contains("No fault was found.");
    assertThat(run("agent", "inspect", file).out()).contains("the signer's key was not");
  }

  @Test
  void packingTwiceGivesTheSameCode() throws IOException {
    var first = inspect(pack("a.agent"));
    var second = inspect(pack("b.agent"));
    assertThat(first.path("passport").path("code")).isEqualTo(second.path("passport").path("code"));
    assertThat(first.path("passport").path("agent"))
        .isNotEqualTo(second.path("passport").path("agent"));
    assertThat(first.path("refusals")).isEmpty();
  }

  @Test
  void packSaysWhatIsWrongAndWritesNothing() throws IOException {
    run("key", "new", key);
    var out = folder.resolve("x.agent").toString();
    assertUsage(2, "--host: nowhere", agent, "nowhere", "http://site/", out);
    assertUsage(2, "--site: gopher://site", agent, "atp://h", "gopher://site", out);
    assertUsage(2, "There is no file nope.", "nope", "atp://h", "http://site/", out);
    assertThat(Files.exists(Path.of(out))).isFalse();
    Files.writeString(Path.of(out), "mine");
    assertUsage(1, "exists already", agent, "atp://h", "http://site/", out);
    assertThat(Files.readString(Path.of(out))).isEqualTo("mine");
  }

  @Test
  void aTruncatedPackageIsNoPackage() throws IOException {
    var file = Path.of(pack("a.agent"));
    var bytes = Files.readAllBytes(file);
    var half = Files.write(folder.resolve("half"), Arrays.copyOf(bytes, bytes.length / 2));
    var ran = run("agent", "inspect", half.toString());
    assertThat(ran.exit()).isEqualTo(1);
    assertThat(ran.out()).isEmpty();
    assertThat(ran.err())
        .contains(half + " is no whole package: The code of the package is cut short")
        .contains("; copy the file again, or pack the agent anew")
        .hasLineCount(1);
    var json = JSON.readTree(run("agent", "inspect", half.toString(), "--json").out());
    assertThat(json.at("/refusals/0/code").asText()).isEqualTo("package-garbled");
  }

  @Test
  void aPackageOfAnotherKeyOrWithOtherCodeWouldBeRefused() throws IOException {
    var file = Path.of(pack("a.agent"));
    var other = folder.resolve("other.key").toString();
    run("key", "new", other);
    var wrongKey = run("agent", "inspect", file.toString(), "--key", other);
    assertThat(wrongKey.exit()).isEqualTo(5);
    assertThat(wrongKey.out()).contains("signer-untrusted").doesNotContain("Nothing stands");
    var bytes = Files.readAllBytes(file);
    bytes[bytes.length - 200] ^= 1;
    var changed = Files.write(folder.resolve("changed"), bytes).toString();
    var wrongCode = run("agent", "inspect", changed, "--key", key + ".pub");
    assertThat(wrongCode.exit()).isEqualTo(5);
    assertThat(wrongCode.out()).contains("code-digest-mismatch");
  }

  @Test
  void aPassportThatIsValidForTooLongOrNoLongerWouldBeRefused() throws IOException {
    run("key", "new", key);
    var late = folder.resolve("late.agent").toString();
    var forever = folder.resolve("forever.agent").toString();
    run(packing(agent, "atp://h", "http://site/", late, "--valid", "1ms"));
    run(packing(agent, "atp://h", "http://site/", forever, "--valid", "30d"));
    assertThat(run("agent", "inspect", late).out()).contains("passport-expired");
    assertThat(run("agent", "inspect", forever).out()).contains("passport-valid-too-long");
  }

  private void assertUsage(
      int exit, String sentence, String agent, String host, String site, String out) {
    var ran = run(packing(agent, host, site, out));
    assertThat(ran.exit()).as(ran.err()).isEqualTo(exit);
    assertThat(ran.err()).contains(sentence);
  }

  private String[] packing(String agent, String host, String site, String out, String... more) {
    var words =
        new String[] {
          "agent",
          "pack",
          agent,
          "--main",
          IndexingAgent.class.getName(),
          "--key",
          key,
          "--host",
          host,
          "--site",
          site,
          "--out",
          out
        };
    var all = Arrays.copyOf(words, words.length + more.length);
    System.arraycopy(more, 0, all, words.length, more.length);
    return all;
  }

  private String pack(String name) {
    if (!Files.exists(Path.of(key))) {
      run("key", "new", key);
    }
    var out = folder.resolve(name).toString();
    var ran = run(packing(agent, "atp://agents.example:10434", "https://docs.example/api/", out));
    assertThat(ran.exit()).as(ran.err()).isZero();
    return out;
  }

  private JsonNode inspect(String file) throws IOException {
    return JSON.readTree(run("agent", "inspect", file, "--key", key, "--json").out());
  }

  private void index() throws IOException {
    try (var index = SearchIndex.open(folder, InstantSource.system())) {
      index.add(
          "v", "v", page("TokenStream", "TokenStream (API)", "A token stream of an analyzer."));
      index.add("v", "v", page("Rivers", "Rivers", "Every stream finds the sea."));
      index.commit(1);
    }
  }

  private static JsonNode page(String name, String title, String text) {
    return JSON.valueToTree(
        Map.of("url", "http://site/" + name + ".html", "title", title, "text", text));
  }
}
