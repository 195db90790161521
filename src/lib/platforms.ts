import type { T } from "../i18n/index.ts"

export interface PlatformGroup {
  readonly title: string
  readonly names: ReadonlyArray<string>
}

/** Platforms in the footer: fully and partly integrated ones. */
export const footerPlatforms = (
  t: T,
): { readonly integrated: ReadonlyArray<PlatformGroup>; readonly partly: ReadonlyArray<PlatformGroup> } => ({
  integrated: [
    { title: t("shell.footer.video"), names: ["YouTube", "Vimeo", "Odysee", "Bitchute", "Rumble", "PeerTube"] },
    { title: t("shell.footer.blogs"), names: ["Substack", "Medium", "WordPress", "Ghost", "Blogger"] },
    {
      title: t("shell.footer.rss"),
      names: [t("shell.footer.rss.feeds"), t("shell.footer.rss.json"), t("shell.footer.rss.opml")],
    },
    {
      title: t("shell.footer.podcast"),
      names: [t("shell.footer.podcast.shows"), t("shell.footer.podcast.videoRss"), t("shell.footer.podcast.other")],
    },
  ],
  partly: [
    { title: t("shell.footer.messaging"), names: ["Telegram"] },
    { title: t("shell.footer.social"), names: ["Mastodon", "X"] },
  ],
})
