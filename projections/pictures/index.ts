export { erasePicturesReactor } from "./erasePictures.reactor.ts"
export { removePicturesReactor } from "./removePictures.reactor.ts"
