import { describe, expect, it } from "vitest"
import { mayReadMail } from "./mayReadMail.ts"
import { siteFrom, stageWarning } from "./site.ts"

const PUBLIC = { PUBLIC_ORIGIN: "https://quire.example" }

describe("the local mailbox", () => {
  const mayRead = (environment: Record<string, string>, mayMeasure: boolean) =>
    mayReadMail({ site: siteFrom(environment), mayMeasure })

  it("can be read in development by a request from this machine", () => expect(mayRead({}, true)).toBe(true))

  it.each<[string, Record<string, string>, boolean]>([
    ["a request from elsewhere", {}, false],
    ["anyone if a mail server is configured", { SMTP_URL: "smtp://mail.example:587" }, true],
    ["anyone in production", { ...PUBLIC, STAGE: "production", SMTP_URL: "smtp://mail.example:587" }, true],
  ])("is closed to %s", (_, environment, mayMeasure) => expect(mayRead(environment, mayMeasure)).toBe(false))
})

describe("the warning about the stage", () => {
  it("appears if a public address runs in development", () => {
    for (const publicOrigin of ["https://quire.example", "http://192.168.1.2:4321"])
      expect(stageWarning({ stage: "development", publicOrigin })).toContain("set STAGE=production")
  })

  it("does not appear in production or on the loopback interface", () => {
    expect(stageWarning({ stage: "production", publicOrigin: "https://quire.example" })).toBeNull()
    for (const publicOrigin of ["http://localhost:4321", "http://127.0.0.1:4321", "http://[::1]:4321"])
      expect(stageWarning({ stage: "development", publicOrigin })).toBeNull()
  })
})
