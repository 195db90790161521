import { inlineAddress } from "../../chapters/inlineChapters.ts"
import { CHAPTERS_MAX } from "../../chapters/readChapters.ts"
import { collapseSpace, cutText } from "../text/plainText.ts"
import { attributeOf, childNamed, childrenNamed, type XmlElement } from "../xml/XmlElement.ts"
import { addressIn, type ReadingContext } from "./ReadingContext.ts"

const TITLE_LENGTH_MAX = 300

/** Address of the chapters: a document (podcast namespace), otherwise those inside the feed (Podlove). */
export const chaptersOf = (context: ReadingContext, item: XmlElement): string | null => {
  const document = childNamed(item, "podcast:chapters")
  const address = document === null ? null : addressIn(context, document, attributeOf(document, "url"))
  return address ?? simpleChaptersOf(context, item)
}

const simpleChaptersOf = (context: ReadingContext, item: XmlElement): string | null => {
  const list = childNamed(item, "psc:chapters")
  if (list === null) return null
  const chapters = childrenNamed(list, "psc:chapter")
    .slice(0, CHAPTERS_MAX)
    .flatMap((element) => {
      const startSeconds = playTime(attributeOf(element, "start") ?? "")
      const title = cutText(collapseSpace(attributeOf(element, "title") ?? ""), TITLE_LENGTH_MAX)
      const url = addressIn(context, element, attributeOf(element, "href"))
      return startSeconds === null || title === "" ? [] : [{ startSeconds, title, url }]
    })
  return inlineAddress(chapters)
}

/** Normal play time (RFC 2326, 3.6): `1:02:03.5`, `02:03` or `123.5`, in seconds. */
const playTime = (text: string): number | null => {
  const [, hours = "0", minutes = "0", seconds] =
    /^(?:(?:(\d{1,4}):)?(\d{1,3}):)?(\d{1,6}(?:\.\d{1,3})?)$/.exec(text) ?? []
  return seconds === undefined ? null : Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds)
}
