/** What no line of a log may hold, by what it is. */
const forbidden = {
  'an API key': /jps_[\w-]{43}/,
  'an e-mail address': /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/,
  'a description': /<\/?(?:p|h[1-6]|ul|ol|li|em|strong|b|i|br|a|script)\b[^>]*>/i,
  'the body of a request or an answer':
    /"(?:title|description|locations|categories|applicationEmail|applicationUrl|salary)\\*":/,
} as const;

/** What a text shows that no log may show: nothing, if all is well. */
export const privateDataIn = (text: string): string[] =>
  Object.entries(forbidden).flatMap(([what, pattern]) => {
    const [found] = pattern.exec(text) ?? [];
    return found === undefined ? [] : [`${what}: ${found}`];
  });

/** Throws when a text shows what no log may show. */
export function refusePrivateData(text: string): void {
  const shown = privateDataIn(text);
  if (shown.length > 0) throw new Error(`The log shows ${shown.join(', ')}.`);
}
