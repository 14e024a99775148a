import { defineOperation } from '../../operation.ts';
import { PICTURE_EXAMPLE, picture } from '../../resources/product.ts';

export const uploadPicture = defineOperation({
  endpoint: 'POST /admin/v1/pictures',
  summary: 'Upload a picture',
  description:
    'JPEG, PNG, WebP, AVIF or GIF, recognised by its content, not by its name: as the body itself, or as the one file of a form. The stored picture is upright, at most 2560 pixels wide and high, the first frame of an animation, and without metadata such as the place where it was taken. SVG is refused: it is a program. The address goes into the `images` of products; a picture that nothing refers to is deleted after a day or two.',
  withoutKey: 'the same file gives the same picture.',
  auth: { kind: 'admin', permission: 'catalog:write' },
  streams: ['multipart/form-data', 'image/avif', 'image/gif', 'image/png', 'image/webp', 'image/jpeg'],
  response: { status: 201, description: 'The picture', schema: picture },
  errors: [
    'invalid_picture',
    'payload_too_large',
    'pictures_not_configured',
    'too_many_pictures',
    'unsupported_media_type',
  ],
  examples: { files: { 'multipart/form-data': 'FILE' }, response: PICTURE_EXAMPLE },
});
