package dev.sojourn.page.parse;

import java.io.IOException;
import java.io.StringReader;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.parsers.SAXParserFactory;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;
import org.xml.sax.helpers.DefaultHandler;

/// The JDK's own parser of XML, with which the scan of XHTML is compared. It fetches no file.
final class JdkXml {
  private JdkXml() {}

  static boolean isWellFormed(String source) {
    var factory = SAXParserFactory.newInstance();
    try {
      factory.setFeature("http://apache.org/xml/features/nonvalidating/load-external-dtd", false);
      factory.newSAXParser().parse(new InputSource(new StringReader(source)), new DefaultHandler());
      return true;
    } catch (SAXException _) {
      return false;
    } catch (IOException | ParserConfigurationException e) {
      throw new AssertionError(e);
    }
  }
}
