import { Result } from "effect"
import { stripBidiControls } from "#core/kernel"
import { ADDRESS_LENGTH_MAX } from "#core/syndication"
import type { ApplicationForm } from "./applications/Application.ts"
import type { Description } from "./channel/Channel.ts"
import {
  ABOUT_LENGTH_MAX,
  ABOUT_LENGTH_MIN,
  CHANNEL_BIO_LENGTH_MAX,
  CHANNEL_LANGUAGES_MAX,
  CHANNEL_LINKS_MAX,
  CHANNEL_SUBJECT_LENGTH_MAX,
  CHANNEL_SUBJECT_LENGTH_MIN,
  CHANNEL_TAG_LENGTH_MAX,
  CHANNEL_TAGS_MAX,
} from "./formRules.ts"
import { type ChannelProblem, UnfitForm } from "./refusals.ts"

/** Reads the answers of an application. Drafts may be incomplete; all problems are named at once. */
export const readApplicationForm = (
  form: ApplicationForm,
  isDraft: boolean,
): Result.Result<ApplicationForm, UnfitForm> => {
  const [subject, about] = [cleanLine(form.subject), paragraphs(form.about)]
  const [links, languages] = [cleanLinks(form.links), [...new Set(form.languages)]]
  return checked({ subject, about, links, languages }, [
    ...subjectProblems(subject, isDraft),
    ...(isDraft || lengthOf(about) >= ABOUT_LENGTH_MIN ? [] : [at("about", "about.short")]),
    ...(lengthOf(about) > ABOUT_LENGTH_MAX ? [at("about", "about.long")] : []),
    ...linkProblems(links),
    ...(isDraft || languages.length > 0 ? [] : [at("languages", "languages.none")]),
    ...(languages.length > CHANNEL_LANGUAGES_MAX ? [at("languages", "languages.many")] : []),
  ])
}

/** Reads a change of a channel's description; fields that are not given are not checked. */
export const readDescription = (change: Partial<Description>): Result.Result<Partial<Description>, UnfitForm> => {
  const next: Partial<Description> = {
    ...(change.subject === undefined ? {} : { subject: cleanLine(change.subject) }),
    ...(change.bio === undefined ? {} : { bio: paragraphs(change.bio) }),
    ...(change.links === undefined ? {} : { links: cleanLinks(change.links) }),
    ...(change.languages === undefined ? {} : { languages: [...new Set(change.languages)] }),
    ...(change.tags === undefined ? {} : { tags: cleanTags(change.tags) }),
  }
  const { subject, bio = "", links = [], languages, tags = [] } = next
  return checked(next, [
    ...(subject === undefined ? [] : subjectProblems(subject, false)),
    ...(lengthOf(bio) > CHANNEL_BIO_LENGTH_MAX ? [at("bio", "bio.long")] : []),
    ...linkProblems(links),
    ...(languages !== undefined && languages.length === 0 ? [at("languages", "languages.none")] : []),
    ...(languages !== undefined && languages.length > CHANNEL_LANGUAGES_MAX ? [at("languages", "languages.many")] : []),
    ...(tags.length > CHANNEL_TAGS_MAX ? [at("tags", "tags.many")] : []),
    ...(tags.some((tag) => lengthOf(tag) > CHANNEL_TAG_LENGTH_MAX) ? [at("tags", "tags.long")] : []),
  ])
}

type Problem = { readonly field: string; readonly problem: ChannelProblem }

const at = (field: string, problem: ChannelProblem): Problem => ({ field, problem })

const checked = <A>(value: A, problems: ReadonlyArray<Problem>): Result.Result<A, UnfitForm> =>
  problems.length === 0 ? Result.succeed(value) : Result.fail(new UnfitForm({ problems }))

const subjectProblems = (subject: string, isDraft: boolean): ReadonlyArray<Problem> => {
  const length = lengthOf(subject)
  if (length > CHANNEL_SUBJECT_LENGTH_MAX) return [at("subject", "subject.long")]
  return isDraft || length >= CHANNEL_SUBJECT_LENGTH_MIN ? [] : [at("subject", "subject.short")]
}

const linkProblems = (links: ReadonlyArray<string>): ReadonlyArray<Problem> => [
  ...(links.length > CHANNEL_LINKS_MAX ? [at("links", "links.many")] : []),
  ...(links.every(isWebLink) ? [] : [at("links", "links.address")]),
]

const isWebLink = (text: string): boolean => {
  const url = text.length <= ADDRESS_LENGTH_MAX ? URL.parse(text) : null
  return url !== null && (url.protocol === "https:" || url.protocol === "http:") && url.username === ""
}

/** Characters as people count them. */
const lengthOf = (text: string): number => [...text].length

/** A text in one line, without characters that change its direction. */
export const cleanLine = (text: string): string => paragraphs(text).replaceAll(/\s+/gu, " ")
const paragraphs = (text: string): string => stripBidiControls(text.normalize("NFC")).replaceAll("\r\n", "\n").trim()
const cleanLinks = (links: ReadonlyArray<string>): ReadonlyArray<string> => distinct(links.map((link) => link.trim()))
const cleanTags = (tags: ReadonlyArray<string>): ReadonlyArray<string> =>
  distinct(tags.map((tag) => cleanLine(tag).toLowerCase()))
const distinct = (texts: ReadonlyArray<string>): ReadonlyArray<string> => [
  ...new Set(texts.filter((each) => each !== "")),
]
