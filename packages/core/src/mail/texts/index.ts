import type { Locale } from '@service/contract';
import type { MailTexts } from '../templates.ts';
import { DE } from './de.ts';
import { EN } from './en.ts';
import { ES } from './es.ts';
import { FR } from './fr.ts';

export const TEXTS: Readonly<Record<Locale, MailTexts>> = { en: EN, de: DE, fr: FR, es: ES };
