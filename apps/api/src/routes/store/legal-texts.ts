import { privacy } from '@service/core';
import { type Route, route } from '../../http/route.ts';

export const currentTextRoutes: Route[] = [
  route('GET /store/v1/legal-texts', 'store', (ctx) => privacy.listCurrentTexts(ctx)),
];
