/** The fewest and the most digits of a telephone number with its area (E.164). */
const [MIN_DIGITS, MAX_DIGITS] = [7, 15];

/** The address at which an e-mail address is written to. Nothing in it names a subject or another recipient. */
export const mailtoUrl = (email: string): string => {
  const at = email.lastIndexOf('@');
  return `mailto:${encodeURIComponent(email.slice(0, at))}@${encodeURIComponent(email.slice(at + 1))}`;
};

/**
 * The address at which a telephone is called: the digits before the first letter, as in `604 555 0199, ext. 7`.
 * Undefined where that is no number.
 */
export function telUrl(telephone: string): string | undefined {
  const [, plus, number = ''] = /^\s*(\+?)([^\p{L}+*#]*)/u.exec(telephone) ?? [];
  const digits = number.replaceAll(/\D/g, '');
  return digits.length < MIN_DIGITS || digits.length > MAX_DIGITS ? undefined : `tel:${plus}${digits}`;
}
