/** Where uploads are created; each is below it, by its id. */
export const UPLOADS_PATH = "/media/uploads"

/** Whether a path belongs to the upload protocol, which has methods that pages do not have. */
export const isUploadPath = (path: string): boolean => path === UPLOADS_PATH || path.startsWith(`${UPLOADS_PATH}/`)
