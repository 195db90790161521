import { findOwnMedia } from "#projections/publishing"
import { run } from "#src/process/runtime.ts"
import type { ActingPage } from "./Page.ts"

/** A part of a post with one of its author's files at the end; unchanged if the file is not theirs. */
export const insertFile = async (
  { locals: { member } }: ActingPage,
  part: string,
  mediaId: string,
): Promise<string> => {
  const [file] = member === null ? [] : await run(findOwnMedia(member.personId, [mediaId]))
  // Brackets would end the description.
  return file === undefined
    ? part
    : `${part}\n\n![${file.name.replaceAll(/[[\]\\]/g, "")}](media:${file.mediaId})`.trim()
}
