import { REPLY_LINE } from "#contract/mail"

/** Lines of a message beyond which nothing is looked at. */
const LINES_MAX = 5_000
/** Lines that a program may take to say who wrote what it quotes. */
const ATTRIBUTION_LINES_MAX = 3
/** How Outlook and others begin the message that they quote. */
const FORWARDED = /^-{2,}\s?(?:original message|ursprüngliche nachricht|原始邮件|原始郵件|forwarded message)\s?-{2,}$/i
const HEADER_FROM = /^\*?(?:from|von|发件人|寄件者)\*?\s?[:：]/i
const HEADER_DATE = /^\*?(?:sent|date|gesendet|datum|发送时间|日期|寄件日期)\*?\s?[:：]/i
const RULE = /^[_-]{10,}$/

/**
 * What a person wrote into a reply, without the message that it answers and without a signature. Mail programs quote in
 * different ways; if nothing seems to be left, the text is taken as it is.
 */
export const replyTextOf = (text: string): string => {
  const lines = text.replaceAll("\r\n", "\n").split("\n", LINES_MAX)
  const own = withoutSignature(withoutQuote(lines.slice(0, endOf(lines))))
  const left = own.join("\n").trim()
  return left === "" ? text.trim() : left
}

/** The line at which the answered message begins. */
const endOf = (lines: ReadonlyArray<string>): number => {
  for (const [index, line] of lines.entries()) {
    const bare = line.replace(/^[>\s]+/, "").trim()
    if (bare.length > 2 * REPLY_LINE.length && bare.startsWith(REPLY_LINE) && bare.endsWith(REPLY_LINE))
      return beforeAttribution(lines, index)
    if (FORWARDED.test(bare)) return index
    const next = [1, 2, 3].map((step) => lines[index + step]?.trim() ?? "")
    if (HEADER_FROM.test(bare) && next.some((each) => HEADER_DATE.test(each)))
      return RULE.test(lines[index - 1]?.trim() ?? "") ? index - 1 : index
  }
  return lines.length
}

/** Removes the quoted lines at the end, with the line that names their author. */
const withoutQuote = (lines: ReadonlyArray<string>): ReadonlyArray<string> => {
  const last = lines.findLastIndex((line) => line.trim() !== "" && !line.trimStart().startsWith(">"))
  const isQuoted = lines.slice(last + 1).some((line) => line.trimStart().startsWith(">"))
  return lines.slice(0, isQuoted ? beforeAttribution(lines, last + 1) : lines.length)
}

/** Where the lines such as "On Friday, … wrote:" begin that end just before `index`; otherwise `index`. */
const beforeAttribution = (lines: ReadonlyArray<string>, index: number): number => {
  let end = index
  while (end > 0 && /^[>\s]*$/.test(lines[end - 1] ?? "")) end -= 1
  if (!/[:：]\s*$/.test(lines[end - 1] ?? "")) return index
  for (let begin = end - 1; begin >= Math.max(0, end - ATTRIBUTION_LINES_MAX); begin -= 1) {
    if (begin === 0 || (lines[begin - 1] ?? "").trim() === "")
      return /\d/.test(lines.slice(begin, end).join(" ")) ? begin : index
  }
  return index
}

const withoutSignature = (lines: ReadonlyArray<string>): ReadonlyArray<string> => {
  const at = lines.findIndex((line) => line === "-- " || line === "--")
  return at < 0 ? lines : lines.slice(0, at)
}
