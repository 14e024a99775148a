import { anchorOf, GUIDES, readGuide } from './guides.ts';

const MAX_WORDS = 8;
const MAX_FOUND = 30;
const EXCERPT_BEFORE = 60;
const EXCERPT_LENGTH = 200;

export interface FoundSection {
  /** Title of the guide, and of the section where it isn't the guide's beginning. */
  title: string;
  address: string;
  excerpt: string;
}

interface Section {
  title: string;
  address: string;
  text: string;
  /** In lower case: what is searched. */
  words: string;
}

let sections: Section[] | undefined;

/** The sections of the guides that hold all words, those with a word in their title first. */
export function searchGuides(query: string): FoundSection[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean).slice(0, MAX_WORDS);
  if (words.length === 0) return [];
  sections ??= GUIDES.flatMap(splitGuide);
  const hasInTitle = ({ title }: Section) => words.some((word) => title.toLowerCase().includes(word));
  const found = sections.filter((section) => words.every((word) => section.words.includes(word)));
  return [...found.filter(hasInTitle), ...found.filter((section) => !hasInTitle(section))]
    .slice(0, MAX_FOUND)
    .map((section) => ({ ...section, excerpt: excerptOf(section, words) }));
}

function splitGuide(guide: (typeof GUIDES)[number]): Section[] {
  const [intro = '', ...rest] = readGuide(guide).split(/^(?=#{2,3} )/m);
  return [intro, ...rest].map((text, index) => {
    const [heading = '', ...lines] = text.split('\n');
    const name = heading.replace(/^#+ /, '');
    const body = lines
      .join(' ')
      .replace(/\]\([^)]*\)|[`*[|#]|\s+/g, ' ')
      .replace(/ {2,}/g, ' ')
      .trim();
    const title = index === 0 ? guide.title : `${guide.title} › ${name.replaceAll('`', '')}`;
    const anchor = index === 0 ? '' : `#${anchorOf(name)}`;
    return {
      title,
      address: `/docs/${guide.slug}${anchor}`,
      text: body,
      words: `${title} ${body}`.toLowerCase(),
    };
  });
}

function excerptOf({ text }: Section, words: readonly string[]): string {
  const lower = text.toLowerCase();
  const first = Math.min(...words.map((word) => lower.indexOf(word)).filter((at) => at >= 0), text.length);
  const from = first === text.length ? 0 : Math.max(0, first - EXCERPT_BEFORE);
  const until = from + EXCERPT_LENGTH;
  return `${from > 0 ? '…' : ''}${text.slice(from, until)}${until < text.length ? '…' : ''}`;
}
