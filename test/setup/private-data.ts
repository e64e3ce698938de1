import { candidate } from './a-candidate.ts';
import { everyAnswer } from './a-questionnaire.ts';

const { name, telephone, coverLetter, fileName } = candidate;

const literally = (...texts: string[]) => new RegExp(texts.map((text) => RegExp.escape(text)).join('|'));

/** Patterns that no log line may contain, by name. */
const forbidden = {
  "a candidate's name, telephone number, letter, answer or file": literally(
    name,
    telephone,
    coverLetter.split('\n')[0] ?? '',
    everyAnswer.shop,
    fileName,
  ),
  "the token of a candidate's page": /\b[0-9a-f]{32}\.[\w-]{43}/,
  'an API key': /jps_[\w-]{43}/,
  'an e-mail address': /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/,
  'a description': /<\/?(?:p|h[1-6]|ul|ol|li|em|strong|b|i|br|a|script)\b[^>]*>/i,
  'the body of a request or an answer':
    /"(?:title|description|locations|categories|applicationEmail|applicationUrl|salary)\\*":/,
} as const;

/** The forbidden data in a text; empty if there is none. */
export const privateDataIn = (text: string): string[] =>
  Object.entries(forbidden).flatMap(([what, pattern]) => {
    const [found] = pattern.exec(text) ?? [];
    return found === undefined ? [] : [`${what}: ${found}`];
  });

/** Throws when a text contains forbidden data. */
export function refusePrivateData(text: string): void {
  const shown = privateDataIn(text);
  if (shown.length > 0) throw new Error(`The log shows ${shown.join(', ')}.`);
}
