import { candidate, answersToAll } from './an-application.ts';

const { name: candidateName, telephone, coverLetter, fileName } = candidate;

const literally = (...texts: string[]) => new RegExp(texts.map((text) => RegExp.escape(text)).join('|'));

/** Patterns that no log line may contain, by name. */
const forbidden = {
  "a candidate's name, telephone number, letter, answer or file": literally(
    candidateName,
    telephone,
    coverLetter.split('\n')[0] ?? '',
    answersToAll.shop,
    fileName,
  ),
  "the token of a candidate's page": /\b[0-9a-f]{32}\.[\w-]{43}/,
  'an API key': /jps_[\w-]{43}/,
  'an e-mail address': /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/,
  'a description': /<\/?(?:p|h[1-6]|ul|ol|li|em|strong|b|i|br|a|script)\b[^>]*>/i,
  // Texts and hosts of the fuzzing contain this word in bodies, paths, queries and headers.
  'a text of a request': /poisoned/i,
  'the body of a request or an answer':
    /"(?:title|description|locations|categories|applicationEmail|applicationUrl|salary)\\*":/,
} as const;

/** The forbidden data in a text; empty if there is none. */
const findPrivateData = (text: string): string[] =>
  Object.entries(forbidden).flatMap(([what, pattern]) => {
    const [match] = pattern.exec(text) ?? [];
    return match === undefined ? [] : [`${what}: ${match}`];
  });

/** Throws when a text contains forbidden data. */
export function assertNoPrivateData(text: string): void {
  const privateData = findPrivateData(text);
  if (privateData.length > 0) throw new Error(`The log shows ${privateData.join(', ')}.`);
}

const levels = new Set<PropertyKey>(['log', 'info', 'warn', 'error', 'debug']);

/** The private data that the console has shown since it was watched. */
export const loggedPrivateData: string[] = [];

type Method = (...values: unknown[]) => unknown;

/** Wraps a method so that its arguments are checked; spies see no difference. */
const watched = (method: Method): Method =>
  new Proxy(method, {
    apply: (target, self, values: unknown[]) => {
      for (const value of values) {
        loggedPrivateData.push(
          ...findPrivateData(typeof value === 'string' ? value : (JSON.stringify(value) ?? '')),
        );
      }
      return Reflect.apply(target, self, values);
    },
  });

// Wraps the whole console instead of its methods, so that a test that replaces one with a spy is checked too.
globalThis.console = new Proxy(console, {
  get: (target, name) => {
    const member: unknown = Reflect.get(target, name);
    return levels.has(name) && typeof member === 'function' ? watched(member as Method) : member;
  },
});
