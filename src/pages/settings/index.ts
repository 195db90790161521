import type { APIRoute } from "astro"
import { paths } from "../../lib/paths.ts"
import { leadTo } from "../../web/forms/readForm.ts"

export const GET: APIRoute = () => leadTo(paths.settings)
