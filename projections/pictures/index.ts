export { erasePicturesReactor } from "./erasePictures.reactor.ts"
