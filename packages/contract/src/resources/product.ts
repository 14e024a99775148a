import { Type } from 'typebox';
import { id, nullable, object, stringEnum, text, timestamp } from '../schema.ts';

export const productStatus = stringEnum(['draft', 'published']);

export const newImage = object({
  url: Type.String({ format: 'uri', pattern: '^https?://', maxLength: 2048 }),
  alt: Type.Optional(nullable(text(512))),
});

/** The value of `srcset` for HTML's `img` and `source`: every width there is, in two formats. */
const srcset = object({ avif: Type.String(), webp: Type.String() });

const pixels = Type.Integer({ minimum: 1 });

export const picture = object({
  id,
  url: Type.String({ description: 'Put it into the `images` of a product' }),
  width: pixels,
  height: pixels,
  srcset,
  bytes: Type.Integer({ minimum: 1, description: 'Of what is kept, from which all widths are made' }),
  createdAt: timestamp,
});

/** Width, height and widths are known of pictures of the store alone. */
export const image = object({
  url: Type.String(),
  alt: nullable(Type.String()),
  width: nullable(pixels),
  height: nullable(pixels),
  srcset: nullable(srcset),
});

const FOLDER =
  'https://api.example.com/pictures/0b7e6a52-6d0f-4d7f-9a51-3c4a5be1d6f0/47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU';

export const PICTURE_EXAMPLE = {
  id: '5d0f9a4e-7f7c-4a55-8d55-6f1de1b0a1c2',
  url: `${FOLDER}/320.webp`,
  width: 300,
  height: 200,
  srcset: {
    avif: `${FOLDER}/160.avif 160w, ${FOLDER}/320.avif 300w`,
    webp: `${FOLDER}/160.webp 160w, ${FOLDER}/320.webp 300w`,
  },
  bytes: 18_204,
  createdAt: '2026-01-15T09:30:00.000Z',
};

export const IMAGE_EXAMPLE = {
  url: 'https://images.example.com/darjeeling.jpg',
  alt: 'A cup of tea',
  width: null,
  height: null,
  srcset: null,
};

/** The matrix that a storefront draws its pickers from: every option that a variant has, with its values. */
export const optionsMatrix = Type.Array(object({ name: Type.String(), values: Type.Array(Type.String()) }));
