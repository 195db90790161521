import { generateOpml } from "feedsmith"
import type { Opml, OpmlGroup } from "./Opml.ts"

type Outline = {
  text: string
  title?: string
  type?: string
  xmlUrl?: string
  htmlUrl?: string
  outlines?: Array<Outline>
}

/**
 * Writes a list of feeds as OPML 2.0, in the form that every reader takes: a folder for each group, nested as its path
 * says, and feeds without a group beside the folders.
 * @param createdAtMs when the list was made, or null to leave it out
 */
export const writeOpml = (
  { title, groups }: Pick<Opml, "title" | "groups">,
  createdAtMs: number | null = null,
): string => {
  const outlines: Array<Outline> = []
  for (const group of groups) folderOf(outlines, group.path).push(...group.feeds.map(feedOutline))
  return generateOpml({
    head: {
      ...(title === null ? {} : { title }),
      ...(createdAtMs === null ? {} : { dateCreated: new Date(createdAtMs) }),
    },
    body: { outlines },
  })
}

const feedOutline = ({ title, xmlUrl, htmlUrl }: OpmlGroup["feeds"][number]): Outline => {
  const name = title ?? xmlUrl
  return { text: name, title: name, type: "rss", xmlUrl, ...(htmlUrl === null ? {} : { htmlUrl }) }
}

/** The folder at a path, created if needed. */
const folderOf = (outlines: Array<Outline>, path: ReadonlyArray<string>): Array<Outline> => {
  const [name, ...rest] = path
  if (name === undefined) return outlines
  let folder = outlines.find(({ text, xmlUrl }) => text === name && xmlUrl === undefined)
  if (folder === undefined) {
    folder = { text: name, title: name }
    outlines.push(folder)
  }
  folder.outlines ??= []
  return folderOf(folder.outlines, rest)
}
