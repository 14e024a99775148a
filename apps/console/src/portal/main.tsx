import { start } from '../start.tsx';
import { portalRouter } from './router.tsx';

start(portalRouter);
