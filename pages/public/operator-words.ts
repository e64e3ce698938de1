import type { Language } from '../../schemas/languages.ts';

const english = {
  runBy: (name: string) => `This site is run by ${name}`,
  privacy: 'Privacy notice',
  report: 'Report this posting',
  reporting: 'How we handle reports',
  home: 'All employers',
};

type OperatorWords = typeof english;

const french: OperatorWords = {
  runBy: (name) => `Ce site est exploité par ${name}`,
  privacy: 'Avis de confidentialité',
  report: 'Signaler cette offre',
  reporting: 'Traitement des signalements',
  home: 'Tous les employeurs',
};

/** Words about the operator, by language. */
export const operatorWords: Record<Language, OperatorWords> = { en: english, fr: french };
