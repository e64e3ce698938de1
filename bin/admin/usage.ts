import { commands, type Command } from './commands.ts';
import { parameters } from './parameters.ts';

/** `--employer ID`, or `[--plan PLAN]` where it may be left out. */
export const syntaxOf = (name: string, { required, optional }: Command): string =>
  [
    name,
    ...required.map((parameter) => parameters[parameter].written),
    ...optional.map((parameter) => `[${parameters[parameter].written}]`),
  ].join(' ');

const aligned = (rows: [string, string][]): string => {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}\n`).join('');
};

/** What `--help` prints. */
export const usage = `npm run admin -- COMMAND

${aligned(Object.entries(commands).map(([name, command]) => [syntaxOf(name, command), command.summary]))}
${aligned([
  ...Object.values(parameters).map(({ written, meaning }): [string, string] => [written, meaning]),
  ['--local', 'The service that npm start runs on this machine, instead of the table TABLE_NAME in AWS'],
  ['--help', 'This text'],
])}
Prints one JSON object. Exit codes: 0 done, 1 not possible or something is wrong, 2 wrong command line.
`;
