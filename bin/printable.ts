/** What could move the cursor of a terminal, change its colours or turn the direction of its text. */
const control = /[\p{Cc}\p{Bidi_Control}]/gu;

/** A text that came from elsewhere, made safe for one line of a terminal. */
export const printable = (text: string): string => text.replaceAll(control, '\uFFFD');
