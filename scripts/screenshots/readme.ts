import { join } from "node:path"
import sharp from "sharp"
import { root } from "../run/root.ts"
import type { Choice } from "./options.ts"

const HEIGHT = 900
const COLOURS_MAX = 128
const desk = { widths: [1280], themes: ["light"], languages: ["en"] } as const
const phone = { widths: [375], themes: ["light"], languages: ["en"] } as const
const chinese = { widths: [375], themes: ["dark"], languages: ["zh-Hans"] } as const

/** The pictures of the README by file, each with the page that it shows; those of a test and of the rich editor are made by hand. */
const PICTURES = [
  { file: "newsfeed.png", page: "all", look: desk },
  { file: "search.png", page: "search", look: desk },
  { file: "channel.png", page: "visitedchannel", look: desk },
  { file: "chat.png", page: "chat", look: desk },
  { file: "wallet.png", page: "wallet", look: desk },
  { file: "withdraw-phone.png", page: "withdraw", look: phone },
  { file: "newsfeed-phone-dark-zh.png", page: "ownfeed", look: chinese },
  { file: "channel-phone-dark-zh.png", page: "visitedchannel", look: chinese },
  { file: "chat-phone-dark-zh.png", page: "chat", look: chinese },
] as const

/** What must be captured for the README. */
export const readmeChoices: ReadonlyArray<Choice> = [desk, phone, chinese].map((look) => ({
  ...look,
  pages: PICTURES.filter((each) => each.look === look).map(({ page }) => page),
}))

/** Copies the upper part of captured pages from a folder to docs/screenshots, small enough for a repository. */
export async function updateReadme(directory: string): Promise<void> {
  for (const { file, page, look } of PICTURES) {
    const [[width], [theme], [language]] = [look.widths, look.themes, look.languages]
    await sharp(join(directory, `${page}-${width}-${theme}-${language}.png`))
      .extract({ left: 0, top: 0, width, height: HEIGHT })
      .png({ palette: true, colours: COLOURS_MAX, compressionLevel: 9 })
      .toFile(join(root, "docs", "screenshots", file))
  }
}
