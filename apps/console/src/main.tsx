import { router } from './router.tsx';
import { start } from './start.tsx';
import './ui/shop.css';

start(router);
