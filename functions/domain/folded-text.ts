/**
 * `Montréal` -> `montreal`: without case and accents; everything else stays as it was written (interface 3.6).
 * Lower case has two forms of sigma, and which one a word gets depends on what follows.
 */
export const foldAccents = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ς', 'σ');
