import { openPeople, type TestPerson } from "../../../core/accounts/testing/people.ts"

/** A browser of a signed-in person: it keeps what the server tells it to keep. */
export type Reader = {
  /** Writes a text about the person, and returns it. */
  readonly write: () => Promise<string>
  /** Reads a page or a query; returns the response's text. */
  readonly read: (kind: "page" | "query") => Promise<string>
  readonly get: (path: string) => Promise<string>
}

const WRITTEN = /quire_written=([^;]+)/

/** Creates people on the database of a running product, and a browser for each. */
export async function openReaders(origin: string, databaseUrl: string, count: number): Promise<ReadonlyArray<Reader>> {
  const people = openPeople({ url: databaseUrl })
  try {
    const made: Array<TestPerson> = []
    while (made.length < count) made.push(await people.make())
    return made.map(({ token }, index) => openReader(origin, token, `10.9.${index >> 8}.${index & 255}`))
  } finally {
    await people.close()
  }
}

const openReader = (origin: string, token: string, network: string): Reader => {
  let written: string | undefined
  let sent = 0
  const request = async (path: string, body?: object): Promise<string> => {
    // Rate limits count addresses, and these readers are faster than people.
    sent += 1
    const address = network.replace("10.9.", `10.${10 + (Math.floor(sent / 20) % 240)}.`)
    const response = await fetch(origin + path, {
      method: body === undefined ? "GET" : "POST",
      headers: {
        cookie: `quire_session=${token}${written === undefined ? "" : `; quire_written=${written}`}`,
        "x-forwarded-for": address,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      redirect: "manual",
    })
    for (const each of response.headers.getSetCookie()) written = WRITTEN.exec(each)?.[1] ?? written
    const text = await response.text()
    if (response.status !== 200) throw new Error(`${path} answers ${response.status}: ${text.slice(0, 200)}`)
    return text
  }
  let texts = 0
  return {
    write: async () => {
      texts += 1
      const bio = `Text ${texts} of ${network}.`
      await request("/api/UserProfile/UpdateUserProfile", { bio })
      return bio
    },
    read: (kind) => (kind === "page" ? request("/settings/account") : request("/api/UserProfile/LoadUserProfile", {})),
    get: (path) => request(path),
  }
}
