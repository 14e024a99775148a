export { deletePictureFiles, deleteUnusedPictures } from './delete-unused.ts';
export { lockPictures } from './lock-pictures.ts';
export { mailedPath, type PictureName, parsePath, type Rendition, shownPath } from './picture-sizes.ts';
export { parseAddress, presentImage, type StoredImage } from './present.ts';
export { findPicture, makeRendition, readRendition } from './read-picture.ts';
export { uploadPicture } from './upload-picture.ts';
