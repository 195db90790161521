import { FileList } from "./FileList.ts"
import { htmlToMarkdown, UnfitText } from "./htmlToMarkdown.ts"

/** What stands before the number of a picture in a converted text until its address does. */
const FILE_PREFIX = "archived-picture-"

/**
 * Converts an article in sanitised HTML to the Markdown of posts. Pictures, sounds and films keep their addresses: pages
 * show pictures through the proxy for pictures.
 *
 * @param base the address of the article, for relative addresses
 */
export const articleToMarkdown = (
  html: string,
  base: string | null,
): { readonly markdown: string } | { readonly problem: UnfitText["problem"] } => {
  const files = new FileList({ filePrefix: FILE_PREFIX })
  try {
    const { before } = htmlToMarkdown(html, { files, base })
    const markdown = before.replaceAll(new RegExp(`${FILE_PREFIX}(\\d{1,6})`, "g"), (_, digits: string) => {
      const file = files.files[Number(digits)]
      return file === undefined || !("address" in file) || file.address === null ? "" : pictureTarget(file.address)
    })
    return { markdown: markdown.trim() }
  } catch (error) {
    if (!(error instanceof UnfitText)) throw error
    return { problem: error.problem }
  }
}

/** An address as the target of a picture in Markdown. Brackets would end the link in which it stands. */
export const pictureTarget = (address: string): string => address.replaceAll("(", "%28").replaceAll(")", "%29")
