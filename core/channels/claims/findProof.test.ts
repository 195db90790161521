import { describe, expect, it } from "vitest"
import { findProof, type ProofSources } from "./findProof.ts"

const wanted = { code: "quire-7k2m9x4hd0", profileUrl: "https://quire.example/user/QI7K2M9" }
const nothing: ProofSources = { description: "", page: "", records: [] }
const proof = (sources: Partial<ProofSources>) => findProof(wanted, { ...nothing, ...sources })

describe("a feed is somebody's", () => {
  it.each<[string, Partial<ProofSources>, ReturnType<typeof findProof>]>([
    ["its description holds the code", { description: `Notes. ${wanted.code}` }, "description"],
    [
      "its page describes itself with the code",
      { page: `<meta name="Description" content="x ${wanted.code}">` },
      "description",
    ],
    [
      "its page does so for others",
      { page: `<meta property="og:description" content="${wanted.code}">` },
      "description",
    ],
    ["its page names the code", { page: `<head><meta name="quire-verification" content=" ${wanted.code} ">` }, "meta"],
    [
      "its page links to them as to itself",
      { page: `<a rel="me nofollow" href="${wanted.profileUrl}">me</a>` },
      "relMe",
    ],
    ["its head does", { page: `<link rel=me href="${wanted.profileUrl}/">` }, "relMe"],
    ["its host says so", { records: ["v=spf1", `quire-verification=${wanted.code}`] }, "dns"],
  ])("where %s", (_, sources, place) => expect(proof(sources)).toBe(place))

  it.each<[string, Partial<ProofSources>]>([
    ["nothing says so", {}],
    ["a comment holds the code", { page: `<p class="comment">${wanted.code}</p>` }],
    ["a comment links to them", { page: `<a href="${wanted.profileUrl}" rel="ugc nofollow">me</a>` }],
    ["an HTML comment does", { page: `<!-- <meta name="quire-verification" content="${wanted.code}"> -->` }],
    ["a script writes of it", { page: `<script>"<meta name='quire-verification' content='${wanted.code}'>"</script>` }],
    ["the code is another's", { description: "quire-7k2m9x4hd1", records: ["quire-verification=quire-7k2m9x4hd1"] }],
    ["the link leads to another", { page: '<a rel="me" href="https://quire.example/user/QIOTHER">me</a>' }],
    ["the link leads elsewhere", { page: '<a rel="me" href="https://evil.example/user/QI7K2M9">me</a>' }],
    ["only part of a record fits", { records: [`x quire-verification=${wanted.code}`] }],
  ])("and not where %s", (_, sources) => expect(proof(sources)).toBeNull())
})
