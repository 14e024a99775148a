import type { Texts } from './index.tsx';

const en = {
  'metadata.title': 'Metadata',
  'metadata.none': 'None yet. Other systems and you can keep fields of your own here.',
  'metadata.edit': 'Edit metadata',
  'metadata.fields': 'Fields',
  'metadata.hint':
    'One per line: name = value. The storefront sees names that begin with public. Put text that would be read as a number, true, false or null in quotation marks.',
  'metadata.wrongLine': 'A line has no = or no name: {line}',
};

const de: Record<keyof typeof en, string> = {
  'metadata.title': 'Metadaten',
  'metadata.none': 'Noch keine. Andere Systeme und Sie können hier eigene Felder ablegen.',
  'metadata.edit': 'Metadaten bearbeiten',
  'metadata.fields': 'Felder',
  'metadata.hint':
    'Eines je Zeile: Name = Wert. Der Shop sieht Namen, die mit public. beginnen. Setzen Sie Text in Anführungszeichen, der sonst als Zahl, true, false oder null gelesen würde.',
  'metadata.wrongLine': 'Einer Zeile fehlt das = oder der Name: {line}',
};

export const METADATA_TEXTS: Texts<keyof typeof en> = { en, de };
