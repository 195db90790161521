import { AppPasswords } from "#core/accounts"
import type { ApiKit } from "#src/api/testing/apiKit.ts"
import { translator } from "#src/i18n/index.ts"
import type { TestPerson } from "../../../../core/accounts/testing/people.ts"
import { answerReader } from "../answerReader.ts"

export type Form = ReadonlyArray<readonly [string, string]> | string

let addresses = 0

/** Sends what an app sends, each from an address of its own by default. A form that is a text goes as it is, as some apps have it. */
export const sendReader = async (
  path: string,
  { auth, form, address = `198.51.100.${addresses++}`, method }: Sent = {},
) => {
  const headers = new Headers()
  if (auth !== undefined) headers.set("authorization", `GoogleLogin auth=${auth}`)
  if (form !== undefined) headers.set("content-type", "application/x-www-form-urlencoded")
  const body =
    form === undefined
      ? null
      : typeof form === "string"
        ? form
        : new URLSearchParams(form.map(([...pair]) => pair)).toString()
  const request = new Request(`https://quire.test/${path}`, {
    method: method ?? (body === null ? "GET" : "POST"),
    headers,
    body,
  })
  const answer = await answerReader(request, {
    path: new URL(request.url).pathname.slice(1),
    address,
    origin: "https://quire.test",
    correlationId: "01890000-0000-7000-8000-000000000001",
    t: translator("en"),
  })
  const text = answer === null ? "" : await answer.text()
  return { status: answer?.status ?? 404, headers: answer?.headers ?? new Headers(), text }
}

type Sent = { readonly auth?: string; readonly form?: Form; readonly address?: string; readonly method?: string }

/** An app password of a person, as their settings make it. */
export const makeAppPassword = (kit: ApiKit, { personId, sessionId }: TestPerson, name = "Phone") =>
  kit.people.run(AppPasswords.use(({ make }) => make({ personId, sessionId, confirmation: "" }, name)))

/** An app that signed in: asks for JSON and sends forms, and fails where the server refuses. */
export const openApp = async (kit: ApiKit, person: TestPerson) => {
  const { password } = await makeAppPassword(kit, person)
  const login = await sendReader("accounts/ClientLogin", {
    form: [
      ["Email", person.email],
      ["Passwd", password],
    ],
  })
  const auth = /^Auth=(\S+)$/m.exec(login.text)?.[1] ?? ""
  const request = async (path: string, form?: Form) => {
    const answer = await sendReader(`reader/api/0/${path}`, form === undefined ? { auth } : { auth, form })
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.text}`)
    return answer.text
  }
  return {
    auth,
    request,
    /** What an app reads of an answer in JSON. */
    read: async <Shape = StreamAnswer>(path: string, form?: Form): Promise<Shape> =>
      JSON.parse(await request(path, form)) as Shape,
  }
}
export type ReaderApp = Awaited<ReturnType<typeof openApp>>

/** Everything that answers hold, of which each call has a part. */
export type StreamAnswer = {
  readonly subscriptions: ReadonlyArray<{
    readonly id: string
    readonly title: string
    readonly url: string
    readonly categories: ReadonlyArray<{ readonly id: string; readonly label: string }>
  }>
  readonly tags: ReadonlyArray<{ readonly id: string; readonly type?: string }>
  readonly itemRefs: ReadonlyArray<{ readonly id: string; readonly timestampUsec: string }>
  readonly items: ReadonlyArray<{
    readonly id: string
    readonly title: string
    readonly crawlTimeMsec: string
    readonly published: number
    readonly categories: ReadonlyArray<string>
    readonly canonical: ReadonlyArray<{ readonly href: string }>
    readonly origin: { readonly streamId: string; readonly title: string }
    readonly summary: { readonly content: string }
    readonly enclosure: ReadonlyArray<{ readonly href: string; readonly type: string }>
  }>
  readonly unreadcounts: ReadonlyArray<{
    readonly id: string
    readonly count: number
    readonly newestItemTimestampUsec: string
  }>
  readonly continuation?: string
}
