import type { Language } from '../../schemas/languages.ts';

const english = {
  runBy: (name: string) => `This site is run by ${name}`,
  privacy: 'Privacy notice',
};

type OperatorWords = typeof english;

const french: OperatorWords = {
  runBy: (name) => `Ce site est exploité par ${name}`,
  privacy: 'Avis de confidentialité',
};

/** What pages say of who runs the service, by language. */
export const operatorWords: Record<Language, OperatorWords> = { en: english, fr: french };
