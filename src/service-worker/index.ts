import "./offline.ts"
import "./push.ts"
import { worker } from "./scope.ts"

// The part that the site works without: served at /sw.js, registered by pages that need it. Each of its tasks is a file
// of its own, imported here.

/** A new build takes over at once: pages ask for nothing that only their own build could answer. */
worker.addEventListener("install", (event) => event.waitUntil(worker.skipWaiting()))
worker.addEventListener("activate", (event) => event.waitUntil(worker.clients.claim()))
