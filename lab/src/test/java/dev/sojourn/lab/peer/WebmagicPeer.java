package dev.sojourn.lab.peer;

import java.io.IOException;
import us.codecraft.webmagic.Page;
import us.codecraft.webmagic.Site;
import us.codecraft.webmagic.Spider;
import us.codecraft.webmagic.processor.PageProcessor;

/// WebMagic as a program that follows all links of a site, for experiments.
public final class WebmagicPeer implements PageProcessor {
  private static final int TIMEOUT_MILLIS = 60_000;

  private final Site site =
      Site.me().setSleepTime(0).setRetryTimes(0).setTimeOut(TIMEOUT_MILLIS).setUseGzip(true);

  /// Crawls a site and ends; with `--version` alone it prints its version.
  ///
  /// @param arguments the start URL, and the number of threads
  /// @throws IOException if its version cannot be read
  public static void main(String[] arguments) throws IOException {
    if (PeerVersion.isAskedFor(arguments)) {
      PeerVersion.print("us.codecraft", "webmagic-core");
      return;
    }
    Spider.create(new WebmagicPeer())
        .addUrl(arguments[0])
        .addPipeline((_, _) -> {})
        .thread(Integer.parseInt(arguments[1]))
        .run();
  }

  @Override
  public void process(Page page) {
    var own = page.getRequest().getUrl();
    for (var link : page.getHtml().links().all()) {
      // Otherwise it takes two fragments of one page for two pages.
      var url = link.split("#", 2)[0];
      if (SitePages.isPage(own, url)) {
        page.addTargetRequest(url);
      }
    }
    page.setSkip(true);
  }

  @Override
  public Site getSite() {
    return site;
  }
}
