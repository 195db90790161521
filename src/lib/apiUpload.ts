import { pageSession } from "./session.ts"

/**
 * Sends a file to an API method and reports how much of it was sent, which only XMLHttpRequest does. Rejects if there is
 * no connection or `signal` aborts.
 * @param path without `/api/`
 * @param onSent gets the sent part, from 0 to 1
 */
export const apiUpload = (
  path: string,
  file: Blob,
  onSent: (part: number) => void,
  signal: AbortSignal,
): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const stop = () => request.abort()
    request.open("POST", `/api/${path}`)
    const token = pageSession.token()
    if (token !== null) request.setRequestHeader("authorization", `Bearer ${token}`)
    request.setRequestHeader("content-type", "application/octet-stream")
    request.upload.onprogress = ({ loaded, total }) => onSent(total === 0 ? 0 : loaded / total)
    request.onloadend = () => {
      signal.removeEventListener("abort", stop)
      const refreshed = request.getResponseHeader("x-refresh-token")
      if (refreshed !== null) pageSession.hold(refreshed)
      if (request.status === 401) pageSession.end()
      try {
        resolve(JSON.parse(request.responseText))
      } catch (error) {
        reject(error)
      }
    }
    signal.addEventListener("abort", stop)
    request.send(file)
  })
