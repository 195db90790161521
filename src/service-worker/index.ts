import "./offline.ts"
import "./push.ts"
import { worker } from "./scope.ts"

// The service worker, served at /sw.js and registered by pages that need it. The site works without it. Each task is a
// separate file.

/** A new build takes over at once: pages request nothing that depends on their own build. */
worker.addEventListener("install", (event) => event.waitUntil(worker.skipWaiting()))
worker.addEventListener("activate", (event) => event.waitUntil(worker.clients.claim()))
