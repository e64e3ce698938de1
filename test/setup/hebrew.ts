import { Parser } from 'htmlparser2';

/** User input in a language that is written from right to left. */
export const hebrew = {
  title: 'אופה',
  employer: 'מאפייה',
  description: 'לחם',
  name: 'דנה',
  letter: 'שלום',
} as const;

const isHebrew = (text: string) => /\p{Script=Hebrew}/u.test(text);

interface Open {
  hasOwnDirection: boolean;
  /** Whether the element has a lang attribute of its own, so that its language is not that of the page. */
  hasOwnLanguage: boolean;
  text: string;
}

/**
 * Hebrew in the body of a page: how often it is shown, where the words beside it decide its direction, or it decides
 * theirs, and where it is read in the language of the page, but for what somebody types into a form.
 */
export function findHebrew(html: string): { hebrewCount: number; violations: string[] } {
  const elements: Open[] = [];
  const misplaced: string[] = [];
  let position = 0;
  let isBody = false;
  const parser = new Parser({
    onopentag: (name, attributes) => {
      isBody ||= name === 'body';
      const hasOwnDirection = name === 'bdi' || attributes['dir'] === 'auto';
      const hasOwnLanguage = attributes['lang'] === '' || elements.at(-1)?.hasOwnLanguage === true;
      elements.push({ hasOwnDirection, hasOwnLanguage: hasOwnLanguage || name === 'textarea', text: '' });
      const { value = '' } = attributes;
      if (!isBody || !isHebrew(value)) return;
      position += 1;
      if (!hasOwnDirection) misplaced.push(value);
    },
    ontext: (text) => {
      if (!isBody) return;
      const container = elements.findLast(({ hasOwnDirection }) => hasOwnDirection);
      if (container) container.text += text;
      if (!isHebrew(text)) return;
      position += 1;
      if (!container || !elements.at(-1)?.hasOwnLanguage) misplaced.push(text.trim());
    },
    onclosetag: () => {
      const { hasOwnDirection, text } = elements.pop() as Open;
      if (hasOwnDirection && isHebrew(text) && /[a-z]/i.test(text)) misplaced.push(text.trim());
    },
  });
  parser.end(html);
  return { hebrewCount: position, violations: misplaced };
}
