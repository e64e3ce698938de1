/** `Montréal` -> `montreal`: without case and accents; everything else stays as it was written (notes, "q"). */
export const foldAccents = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
