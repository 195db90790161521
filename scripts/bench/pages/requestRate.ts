import { Pool } from "undici"

const CONNECTIONS = 8
const MEASURE_MS = 4_000
/** Addresses of readers, so that none reaches a limit. */
const ADDRESSES = 50_000
let request = 0

/** A header of a trusted proxy that names the next reader's address. */
const reader = () => {
  request = (request + 1) % ADDRESSES
  return { "x-forwarded-for": `10.${request >> 16}.${(request >> 8) & 255}.${request & 255}` }
}

/**
 * Returns requests per second of a page with a few readers who request again immediately. Any status other
 * than 200 fails.
 * @param encoding that the readers accept; by default the page is sent as it is
 */
export async function requestRate(
  origin: string,
  path: string,
  cookie: string,
  encoding: "gzip" | "identity" = "identity",
): Promise<number> {
  const pool = new Pool(origin, { connections: CONNECTIONS })
  try {
    const began = performance.now()
    let answered = 0
    const send = async () => {
      while (performance.now() - began < MEASURE_MS) {
        const { statusCode, body } = await pool.request({
          path,
          method: "GET",
          headers: { cookie, "accept-encoding": encoding, ...reader() },
        })
        await body.arrayBuffer()
        if (statusCode !== 200) throw new Error(`${path} answered ${statusCode}`)
        answered += 1
      }
    }
    await Promise.all(Array.from({ length: CONNECTIONS }, send))
    return answered / ((performance.now() - began) / 1_000)
  } finally {
    await pool.close()
  }
}
