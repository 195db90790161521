import type { APIRoute } from "astro"
import { paths } from "../../lib/paths.ts"
import { redirectTo } from "../../web/forms/readForm.ts"

export const GET: APIRoute = () => redirectTo(paths.settings)
