import { Result } from "effect"
import { stripBidiControls } from "#core/kernel"
import { type TicketProblem, UnfitTicket } from "../refusals.ts"
import {
  RATING_COMMENT_LENGTH_MAX,
  TICKET_SUBJECT_LENGTH_MAX,
  TICKET_SUBJECT_LENGTH_MIN,
  TICKET_TAG_LENGTH_MAX,
  TICKET_TAGS_MAX,
  TICKET_TEXT_LENGTH_MAX,
} from "../ticketRules.ts"

type Problem = { readonly field: string; readonly problem: TicketProblem }

const lengthOf = (text: string): number => [...text].length
const cleanText = (text: string): string => stripBidiControls(text).replaceAll("\r\n", "\n").replaceAll("\0", "").trim()
const cleanLine = (text: string): string => cleanText(text).replace(/\s+/g, " ")

const textProblems = (text: string, isOptional: boolean): ReadonlyArray<Problem> => {
  if (text === "" && !isOptional) return [{ field: "text", problem: "text.empty" }]
  return lengthOf(text) > TICKET_TEXT_LENGTH_MAX ? [{ field: "text", problem: "text.long" }] : []
}

const checked = <A>(value: A, problems: ReadonlyArray<Problem>): Result.Result<A, UnfitTicket> =>
  problems.length === 0 ? Result.succeed(value) : Result.fail(new UnfitTicket({ problems }))

/** Reads the subject and the first message; all problems are named at once. */
export const readTicketForm = (form: { readonly subject: string; readonly text: string }) => {
  const [subject, text] = [cleanLine(form.subject), cleanText(form.text)]
  return checked({ subject, text }, [
    ...(lengthOf(subject) < TICKET_SUBJECT_LENGTH_MIN ? [{ field: "subject", problem: "subject.short" } as const] : []),
    ...(lengthOf(subject) > TICKET_SUBJECT_LENGTH_MAX ? [{ field: "subject", problem: "subject.long" } as const] : []),
    ...textProblems(text, false),
  ])
}

/** Reads a message. With files it may have no text. */
export const readTicketText = (text: string, hasFiles = false): Result.Result<string, UnfitTicket> => {
  const fit = cleanText(text)
  return checked(fit, textProblems(fit, hasFiles))
}

export const readRatingComment = (text: string): Result.Result<string, UnfitTicket> => {
  const fit = cleanText(text)
  return checked(fit, lengthOf(fit) > RATING_COMMENT_LENGTH_MAX ? [{ field: "comment", problem: "comment.long" }] : [])
}

/** Reads tags: lower case, without repeats. */
export const readTicketTags = (tags: ReadonlyArray<string>): Result.Result<ReadonlyArray<string>, UnfitTicket> => {
  const fit = [...new Set(tags.map((tag) => cleanLine(tag).toLowerCase()).filter((tag) => tag !== ""))]
  return checked(fit, [
    ...(fit.length > TICKET_TAGS_MAX ? [{ field: "tags", problem: "tags.many" } as const] : []),
    ...(fit.some((tag) => lengthOf(tag) > TICKET_TAG_LENGTH_MAX)
      ? [{ field: "tags", problem: "tags.long" } as const]
      : []),
  ])
}
