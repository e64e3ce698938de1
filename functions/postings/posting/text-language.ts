import { franc } from 'franc-min';
import type { Language } from '../../../schemas/languages.ts';

/** So much of a text decides, in characters: more costs time and changes nothing. */
const MAX_SAMPLE_LENGTH = 1_000;

/** The languages of the pages by their codes of ISO 639-3. */
const languagesByCode: Partial<Record<string, Language>> = { eng: 'en', fra: 'fr' };

/** The language of a plain text, if it is one of the pages'; undefined if it is another one, or not clear. */
export const detectTextLanguage = (text: string): Language | undefined =>
  languagesByCode[franc(text.slice(0, MAX_SAMPLE_LENGTH))];
