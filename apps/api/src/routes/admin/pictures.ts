import { pictures } from '@service/core';
import { fileOf } from '../../http/read-form.ts';
import { type Route, route } from '../../http/route.ts';

export const pictureRoutes: Route[] = [
  route('POST /admin/v1/pictures', 'catalog:write', (ctx, { headers, stream }) =>
    pictures.uploadPicture(ctx, fileOf(headers, stream)),
  ),
];
