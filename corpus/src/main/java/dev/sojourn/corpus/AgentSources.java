package dev.sojourn.corpus;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/// Writes agents around the statements of a table, and compiles all agents together.
final class AgentSources {
  /// The common parts of all agents: reports, baits and requests for pages.
  private static final String HEAD =
      """
      package $PACKAGE;
      import dev.sojourn.agent.*;
      import java.util.*;
      import java.util.function.*;
      @SuppressWarnings("all")
      public class $NAME implements Agent {
        record Loot(Object value) {}
        static String bait(Visit visit, String name) {
          for (String s : visit.starts()) {
            int at = s.indexOf("?" + name + "=");
            if (at >= 0) return s.substring(at + name.length() + 2);
          }
          return "";
        }
        static String site(Visit visit) { return visit.starts().get(0); }
        static void got(Visit visit, String url) {
          switch (visit.fetch(url)) {
            case Page page -> visit.log("page " + page.url() + " " + page.body());
            case Fetched.Refused refused -> visit.log("refused");
            case Fetched.Missing missing -> visit.log("missing " + missing.status());
            case Fetched.Unchanged unchanged -> visit.log("unchanged");
            case Fetched.OutOfScope out -> visit.log("out of scope");
          }
        }
      """;

  private static final String STATEMENTS =
      """
        static int n;
        static void attack(Visit visit) throws Throwable { if (n == 0) {
      $BODY
        } }
        public Next visit(Visit visit) {
          try { attack(visit); }
          catch (RuntimeException | Error e) { throw e; }
          catch (Throwable e) { throw new IllegalStateException(e.toString()); }
          return Next.done();
        }
      """;

  private AgentSources() {}

  /// The source files of a row, by the binary name of their public class.
  static Map<String, String> of(AttackTable.Row row) {
    var sources = new LinkedHashMap<String, String>();
    var body = row.body();
    var rest = STATEMENTS.replace("$BODY", body);
    if (body.strip().startsWith("members:")) {
      rest = body.replaceFirst("members:", "");
    } else if (body.strip().startsWith("source: ")) {
      var elsewhere = body.strip().substring("source: ".length());
      sources.put(
          elsewhere + ".Planted",
          "package " + elsewhere + "; public class Planted { public static int n; }");
      rest = STATEMENTS.replace("$BODY", "");
    }
    sources.put(
        row.binaryName(),
        (HEAD + rest + "}\n")
            .replace("$PACKAGE", row.packageName())
            .replace("$NAME", row.className()));
    return sources;
  }

  /// Compiles sources; the class files are grouped by the public class of their source.
  static Map<String, SortedMap<String, byte[]>> compile(Map<String, String> sources) {
    var compiler = ToolProvider.getSystemJavaCompiler();
    var messages = new StringWriter();
    var units = new ArrayList<JavaFileObject>();
    sources.forEach((name, text) -> units.add(new Source(name, text)));
    var output = new TreeMap<String, SortedMap<String, ByteArrayOutputStream>>();
    var files = new InMemory(compiler.getStandardFileManager(null, null, null), output);
    var options =
        List.of(
            "-proc:none",
            "-nowarn",
            "-Xlint:none",
            "-g:source,lines",
            "-classpath",
            System.getProperty("java.class.path"));
    if (!compiler.getTask(messages, files, null, options, null, units).call()) {
      throw new IllegalArgumentException(messages.toString());
    }
    var classes = new TreeMap<String, SortedMap<String, byte[]>>();
    output.forEach(
        (source, written) -> {
          var own = new TreeMap<String, byte[]>();
          written.forEach((name, bytes) -> own.put(name, bytes.toByteArray()));
          classes.put(source, own);
        });
    return classes;
  }

  /// A source in memory.
  private static final class Source extends SimpleJavaFileObject {
    private final String name;
    private final String text;

    Source(String name, String text) {
      super(URI.create("mem:///" + name.replace('.', '/') + ".java"), Kind.SOURCE);
      this.name = name;
      this.text = text;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return text;
    }
  }

  /// Keeps the output of the compiler.
  private static final class InMemory extends ForwardingJavaFileManager<JavaFileManager> {
    private final SortedMap<String, SortedMap<String, ByteArrayOutputStream>> output;

    InMemory(
        JavaFileManager manager,
        SortedMap<String, SortedMap<String, ByteArrayOutputStream>> output) {
      super(manager);
      this.output = output;
    }

    @Override
    public JavaFileObject getJavaFileForOutput(
        Location location, String className, JavaFileObject.Kind kind, FileObject sibling) {
      var source = sibling instanceof Source from ? from.name : className;
      return new SimpleJavaFileObject(URI.create("mem:///" + className.replace('.', '/')), kind) {
        @Override
        public OutputStream openOutputStream() throws IOException {
          var bytes = new ByteArrayOutputStream();
          output.computeIfAbsent(source, _ -> new TreeMap<>()).put(className, bytes);
          return bytes;
        }
      };
    }
  }
}
