/** Characters that can move the cursor of a terminal, change its colours or turn the direction of its text. */
const control = /[\p{Cc}\p{Bidi_Control}]/gu;

/** Makes an untrusted text safe for one line of a terminal. */
export const printable = (text: string): string => text.replaceAll(control, '\uFFFD');
