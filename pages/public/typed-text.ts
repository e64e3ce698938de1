import { html, type Html } from '../html.ts';

/** A character that no text has. */
const PLACE = '\uFFFF';

/** Words of ours around a text that somebody typed, which has a direction of its own. */
export function around(words: (typed: string) => string, typed: string): Html {
  const [before = '', after = ''] = words(PLACE).split(PLACE);
  return html`${before}<bdi>${typed}</bdi>${after}`;
}
