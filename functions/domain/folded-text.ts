/**
 * Removes case and accents, and changes nothing else: `Montréal` -> `montreal` (interface 3.6).
 * Lower case has two forms of sigma, which depend on the next letter.
 */
export const foldAccents = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ς', 'σ');
