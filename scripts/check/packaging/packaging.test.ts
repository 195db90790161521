import { describe, expect, it } from "vitest"
import { judgeCompose } from "./compose.ts"
import { lintContainerfile } from "./containerfile.ts"
import { readPackaging } from "./folder.ts"
import { judgeDashboard } from "./grafana.ts"
import { judgeChecks } from "./haproxy.ts"
import { judgeManifests } from "./kubernetes.ts"
import { askOrNote } from "./program.ts"
import { judgeAlerts, unknownMetrics } from "./prometheus.ts"
import { judgeKeeper } from "./systemd.ts"

describe("the linter of the Containerfile", () => {
  const good = readPackaging("Containerfile")

  it("accepts the published one", () => expect(lintContainerfile(good)).toEqual([]))

  it.each([
    ["a final user that is root", (text: string) => text.replace("USER 10001:10001", "USER root"), /numeric user/],
    ["a base without a version", (text: string) => text.replace("node:22.23.3-bookworm-slim", "node"), /no version/],
    [
      "a stage that does not exist",
      (text: string) => text.replaceAll("--from=build", "--from=bulid"),
      /no earlier stage/,
    ],
    ["the shell form", (text: string) => text.replace(/ENTRYPOINT .*/, "ENTRYPOINT node entry.ts"), /shell form/],
    ["a secret", (text: string) => text.replace("STAGE=production", "MASTER_KEY=abc"), /a secret/],
    ["an unknown instruction", (text: string) => `${text}\nADD http://elsewhere.example /\n`, /not an instruction/],
  ])("refuses %s", (_, change, problem) =>
    expect(lintContainerfile(change(good))).toContainEqual(expect.stringMatching(problem)),
  )
})

describe("the check of compose.yaml", () => {
  const [file, example] = [readPackaging("compose.yaml"), readPackaging("compose.env.example")]

  it("accepts the published one", () => expect(judgeCompose(file, example)).toEqual([]))

  it.each([
    ["a misspelt variable", (text: string) => text.replace("METRICS_TOKEN:", "METRIC_TOKEN:"), /METRIC_TOKEN/],
    [
      "too little time to stop",
      (text: string) => text.replace("stop_grace_period: 40s", "stop_grace_period: 10s"),
      /shorter/,
    ],
    ["an unknown field", (text: string) => text.replace("read_only: true", "readonly: true"), /additional properties/],
    [
      "a secret that the example lacks",
      (text: string) => text.replace("{MASTER_KEY:?}", "{ITS_KEY:?}"),
      /lacks ITS_KEY/,
    ],
  ])("refuses %s", (_, change, problem) =>
    expect(judgeCompose(change(file), example)).toContainEqual(expect.stringMatching(problem)),
  )

  it("refuses a key that stands twice", () =>
    expect(() => judgeCompose(`${file}\nservices: {}\n`, example)).toThrow(/unique/))
})

describe("the check of manifests", () => {
  const files = ["config.yaml", "web.yaml"]
  const good = Object.fromEntries(files.map((name) => [name, readPackaging(`kubernetes/${name}`)]))

  it("accepts the published ones", () => expect(judgeManifests(good)).toEqual([]))

  it.each([
    ["a wrong type", (text: string) => text.replace("replicas: 2", "replicas: two"), /replicas/],
    [
      "a grace shorter than the drain",
      (text: string) => text.replace("Seconds: 45", "Seconds: 30"),
      /DRAIN_SECONDS \(15\)/,
    ],
    ["a process that may be root", (text: string) => text.replace("runAsNonRoot: true", "runAsNonRoot: false"), /root/],
    [
      "an image that may be written",
      (text: string) => text.replace("readOnlyRootFilesystem: true", "readOnlyRootFilesystem: false"),
      /write its image/,
    ],
    ["another path for liveness", (text: string) => text.replace("/livez", "/readyz"), /probes/],
    [
      "no disruption budget",
      (text: string) =>
        text.replace(
          /kind: PodDisruptionBudget\nmetadata:\n {2}name: web/,
          "kind: PodDisruptionBudget\nmetadata:\n  name: other",
        ),
      /no PodDisruptionBudget/,
    ],
    [
      "a scaler of nothing",
      (text: string) => text.replace("kind: Deployment, name: web", "kind: Deployment, name: wbe"),
      /does not exist/,
    ],
    ["an unknown variable", (text: string) => text.replace("name: ROLES", "name: ROLE"), /sets ROLE,/],
  ])("refuses %s", (_, change, problem) =>
    expect(judgeManifests({ ...good, "web.yaml": change(good["web.yaml"] ?? "") })).toContainEqual(
      expect.stringMatching(problem),
    ),
  )
})

it("refuses health checks that take a process out only after it stopped", () => {
  expect(judgeChecks(readPackaging("haproxy.cfg"))).toEqual([])
  expect(judgeChecks("default-server check inter 5s fall 3 rise 1")).toHaveLength(1)
  expect(judgeChecks("default-server check")).toHaveLength(1)
})

it("notes a program that is missing, and does not fail for it", () =>
  expect(askOrNote("no-such-program", "the units", [])).toEqual({
    problems: [],
    notes: ["no-such-program is not installed, which would verify the units"],
  }))

describe("the check of alerts and dashboards", () => {
  const [rules, tests] = [readPackaging("prometheus/alerts.yaml"), readPackaging("prometheus/alerts.test.yaml")]

  it("accepts the published rules", () => expect(judgeAlerts(rules, tests)).toEqual([]))

  it.each([
    ["a page that does not exist", (text: string) => text.replace("chat.md#nodes", "chats.md"), /is not a page/],
    [
      "a section that does not exist",
      (text: string) => text.replace("chat.md#nodes", "chat.md#node"),
      /no section node/,
    ],
    ["a command that does not exist", (text: string) => text.replace("-- check", "-- chekc"), /not a command/],
    ["an alert without tests", (text: string) => text.replace("alert: QuireDown", "alert: QuireAway"), /no test/],
  ])("refuses %s", (_, change, problem) =>
    expect(judgeAlerts(change(rules), tests)).toContainEqual(expect.stringMatching(problem)),
  )

  it("refuses a metric that no process has", () =>
    expect(unknownMetrics("rate(quire_a_bucket[5m]) / quire_b_total", '"quire_a"')).toEqual(["quire_b_total"]))

  it("refuses panels that overlap, ask for nothing, or share an id", () => {
    const panel = { id: 1, title: "One", gridPos: { x: 0, y: 0, w: 12, h: 8 }, targets: [{ expr: "up" }] }
    const panels = [panel, { ...panel, title: "Two", gridPos: { ...panel.gridPos, x: 6 }, targets: [{ expr: "" }] }]
    expect(judgeDashboard(JSON.stringify({ uid: "a", title: "A", panels }))).toHaveLength(3)
    expect(judgeDashboard(readPackaging("grafana/site.json"))).toEqual([])
  })
})

it("refuses a keeper that takes over the directories of the other processes", () => {
  const text = readPackaging("systemd/quire@keeper.service.d/process.conf")
  expect(judgeKeeper(text)).toEqual([])
  expect(judgeKeeper(text.replace("StateDirectory=\n", ""))).toHaveLength(1)
})
