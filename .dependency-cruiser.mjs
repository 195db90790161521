// How docs/architecture.md's dependency rule holds. `npm run check` asserts that every rule here catches its
// counterpart in scripts/check/fixtures, so a rule that has stopped working is noticed.
const TEST = "\\.(test|bench|conformance)\\.tsx?$|/testing/"
/** What the chat server is measured against. */
const BARE_SERVER = "^scripts/bench/chat/bareProcess\\.ts$"

/** @type {import("dependency-cruiser").IConfiguration} */
export default {
  forbidden: [
    {
      name: "core-knows-nothing-above",
      comment: "core holds what can happen; what remembers and shows it stands above.",
      severity: "error",
      from: { path: "^core/", pathNot: TEST },
      to: { path: "^(projections|src|scripts|e2e)/" },
    },
    {
      name: "projections-know-nothing-above",
      severity: "error",
      from: { path: "^projections/", pathNot: TEST },
      to: { path: "^(src|scripts|e2e)/" },
    },
    {
      name: "projections-have-no-effects",
      comment: "A replay repeats every event: mail, pushes, requests and payments belong to reactors, in src/worker.",
      severity: "error",
      from: { path: "^projections/", pathNot: [TEST, "^projections/library/search/opensearch/"] },
      to: {
        path: "^core/(fetch|mail|chains)/index\\.ts$|node_modules/(undici|nodemailer|web-push)/|^(node:)?(https?|net|tls|dns|child_process)$",
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "the-product-knows-no-scripts",
      severity: "error",
      from: { path: "^src/", pathNot: TEST },
      to: { path: "^(scripts|e2e)/" },
    },
    {
      name: "modules-meet-at-doors",
      comment:
        "Another module is its index.ts or its contract.ts. Tests may use the test kits and inner parts of others.",
      severity: "error",
      from: { path: "^(core|projections)/([^/]+)/", pathNot: TEST },
      to: { path: "^(core|projections)/", pathNot: ["^$1/$2/", "^(core|projections)/[^/]+/(index|contract)\\.ts$"] },
    },
    {
      name: "src-enters-by-doors",
      severity: "error",
      from: { path: "^src/", pathNot: TEST },
      to: {
        path: "^(core|projections)/",
        pathNot: ["^(core|projections)/[^/]+/(index|contract)\\.ts$", "^projections/registry\\.ts$"],
      },
    },
    {
      name: "features-import-little",
      comment:
        "An island runs in a browser. It may use contracts, src/lib, src/i18n, React, nanostores, Astro's router, the client for passkeys, the reader of server-sent events, ProseMirror and the reader of QR codes.",
      severity: "error",
      from: { path: "^src/features/", pathNot: TEST },
      to: {
        pathNot: [
          "^src/(features|lib|i18n)/",
          "^core/[^/]+/contract\\.ts$",
          "node_modules/(@types/)?(react|react-dom|nanostores|@nanostores|@simplewebauthn/browser|eventsource-parser|prosemirror-[a-z-]+)/",
          "node_modules/qr/decode\\.js$",
          "node_modules/effect/",
          "^astro:transitions/client$",
          "\\.css$",
          "^src/api/calls\\.ts$",
        ],
      },
    },
    {
      name: "features-know-calls-as-types",
      comment: "The types of the API's calls cost nothing; its schemas would bring Effect to the browser.",
      severity: "error",
      from: { path: "^src/features/", pathNot: TEST },
      to: { path: "^src/api/", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "features-know-effect-as-types",
      comment: "One decoded schema costs an island 25 kB gzip.",
      severity: "error",
      from: { path: "^src/features/", pathNot: TEST },
      to: { path: "node_modules/effect/", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "browser-stays-light",
      comment: "No path, however long, leads from an island to the database.",
      severity: "error",
      from: { path: "^src/features/", pathNot: TEST },
      to: { path: "node_modules/(kysely|postgres|pino|undici)/", reachable: true },
    },
    {
      name: "contracts-are-browser-safe",
      severity: "error",
      from: { path: "^core/[^/]+/contract\\.ts$" },
      to: { path: "node_modules/(kysely|postgres|pino|undici)/", reachable: true },
    },
    {
      name: "api-contract-knows-contracts",
      comment: "A client may import the list of calls, so nothing that it leads to may be the server's.",
      severity: "error",
      from: { path: "^src/api/Api\\.ts$" },
      to: {
        path: "^core/[^/]+/index\\.ts$|^projections/|node_modules/(kysely|postgres|pino|undici)/",
        reachable: true,
      },
    },
    {
      name: "sockets-in-chat",
      severity: "error",
      from: { path: "^(core|projections|src|scripts)/", pathNot: ["^src/chat/", BARE_SERVER] },
      to: { path: "node_modules/(uWebSockets\\.js|@uwsjs)/" },
    },
    {
      name: "unstable-effect-fenced",
      comment: "These modules may change with any release of effect: one place to mend.",
      severity: "error",
      from: { path: "^(core|projections|src)/", pathNot: ["^src/(api|web|worker|process)/", TEST] },
      to: { path: "node_modules/effect/(dist|src)/(http|http-api|observability|sql|socket|rpc|eventlog)/" },
    },
    {
      name: "no-tests-in-the-product",
      severity: "error",
      from: { path: "^(core|projections|src)/", pathNot: TEST },
      to: { path: `${TEST}|\\.controls\\.ts$` },
    },
    {
      name: "no-development-packages-in-the-product",
      severity: "error",
      from: { path: "^(core|projections|src)/", pathNot: TEST },
      to: { dependencyTypes: ["npm-dev"], dependencyTypesNot: ["type-only"], pathNot: "node_modules/@types/" },
    },
    { name: "no-cycles", severity: "error", from: {}, to: { circular: true } },
    { name: "no-dead-ends", severity: "error", from: {}, to: { couldNotResolve: true, pathNot: "^(astro|virtual):" } },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^(dist|\\.astro|\\.quire|node_modules/\\.)|^scripts/check/fixtures/" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default", "types"],
      mainFields: ["module", "main", "types"],
    },
  },
}
