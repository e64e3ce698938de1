/** The minimum and maximum number of digits in a telephone number with its area code (E.164). */
const [MIN_DIGITS, MAX_DIGITS] = [7, 15];

/** The mailto URL of an e-mail address, which cannot name a subject or another recipient. */
export const mailtoUrl = (email: string): string => {
  const at = email.lastIndexOf('@');
  return `mailto:${encodeURIComponent(email.slice(0, at))}@${encodeURIComponent(email.slice(at + 1))}`;
};

/**
 * The tel URL of a telephone number: the digits before the first letter, as in `604 555 0199, ext. 7`. Undefined when
 * it has too few or too many.
 */
export function telUrl(telephone: string): string | undefined {
  const [, plus, number = ''] = /^\s*(\+?)([^\p{L}+*#]*)/u.exec(telephone) ?? [];
  const digits = number.replaceAll(/\D/g, '');
  return digits.length < MIN_DIGITS || digits.length > MAX_DIGITS ? undefined : `tel:${plus}${digits}`;
}
