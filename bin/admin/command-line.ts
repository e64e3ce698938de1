import { Command as Program, CommanderError, InvalidArgumentError, Option } from 'commander';
import type { Command } from './command.ts';
import { commands } from './commands.ts';
import type { CommandTarget } from './connection.ts';
import { UsageError } from './failures.ts';
import { BY, parameters, PROGRAM, STAGE, type Parameter, type ParameterName } from './parameters.ts';

interface Invocation {
  command: Command;
  values: Parameters<Command['run']>[1];
  target: CommandTarget;
  /** Whether to print JSON even on a terminal. */
  json: boolean;
  by: string | undefined;
}

/** Parses the text of a parameter. Throws InvalidArgumentError for an invalid value or a repeated parameter. */
const parserOf =
  ({ rule, read }: Pick<Parameter, 'rule' | 'read'>, now: Date) =>
  (text: string, previous: unknown) => {
    if (previous !== undefined) throw new InvalidArgumentError('It was given twice.');
    const value = text.startsWith('--') ? undefined : read(text, now);
    if (value === undefined) throw new InvalidArgumentError(`It must be ${rule}.`);
    return value;
  };

/** The next words of the command names that begin with these words. */
const nextWords = (first: string) => [
  ...new Set(
    Object.keys(commands)
      .filter((name) => name.startsWith(`${first} `))
      .map((name) => name.slice(first.length + 1).split(' ', 1)[0]),
  ),
];

/** The plural of a group's name, which is an alias of the group. */
const pluralsOf = (word: string) => (word.endsWith('s') ? [] : [`${word.replace(/(?<![aeiou])y$/, 'ie')}s`]);

/** Returns the command group with these words, and creates it if it does not exist. */
function getOrCreateGroup(program: Program, first: readonly string[]): Program {
  let group = program;
  for (const [index, word] of first.entries()) {
    const words = first.slice(0, index + 1).join(' ');
    const names = nextWords(words).join(', ');
    group =
      group.commands.find((each) => each.name() === word) ??
      group
        .command(word)
        .aliases(pluralsOf(word))
        .description(names)
        .helpCommand(false)
        .showHelpAfterError(`The commands of ${words} are ${names}; --help explains them.`);
  }
  return group;
}

function addCommand(
  program: Program,
  name: string,
  { summary, required = [], optional = [], example, details }: Command,
  now: Date,
): Program {
  const words = name.split(' ');
  const added = getOrCreateGroup(program, words.slice(0, -1)).command(words.at(-1) ?? '');
  const add = (parameter: ParameterName, isRequired: boolean) => {
    const { syntax, meaning, defaultText }: Parameter = parameters[parameter];
    const read = parserOf(parameters[parameter], now);
    if (!syntax.startsWith('--')) added.argument(syntax, meaning, read);
    else if (!syntax.includes('<')) added.option(syntax, meaning);
    else {
      const note = isRequired ? ' (required)' : defaultText && `; otherwise ${defaultText}`;
      const option = new Option(syntax, meaning + (note ?? ''));
      added.addOption(option.argParser(read).makeOptionMandatory(isRequired));
    }
  };
  for (const parameter of required) add(parameter, true);
  for (const parameter of optional) add(parameter, false);
  if (details !== undefined) added.addHelpText('after', `\n${details}`);
  return added
    .description(summary)
    .addHelpText('after', `\nExample:\n  ${PROGRAM} ${name} ${example}`.trimEnd());
}

const AFTER_HELP = `
COMMAND --help explains a command, with an example. Without --local and --stage, a command works on the table
TABLE_NAME in AWS. Exit codes: 0 done, 1 failed or problems found, 2 wrong command line.`;

/**
 * Parses a command line. Returns the help text if the command line asks for help. Throws UsageError for the first
 * error.
 */
export function parseCommandLine(args: string[], now: Date): Invocation | string {
  let printed = '';
  let invocation: Invocation | undefined;
  const write = (text: string) => {
    printed += text;
  };
  const program = new Program(PROGRAM)
    .exitOverride()
    .configureOutput({
      writeOut: write,
      writeErr: write,
      outputError: (text) => write(text.replace(/^error: /, '')),
    })
    .helpOption('--help', 'Explain the command')
    .helpCommand(false)
    .configureHelp({ showGlobalOptions: true })
    .showHelpAfterError('--help explains the command.')
    .addOption(
      new Option('--local', 'Work on the service that npm start runs on this machine').conflicts('stage'),
    )
    .addOption(new Option(STAGE.syntax, STAGE.meaning).argParser(parserOf(STAGE, now)))
    .addOption(new Option(BY.syntax, BY.meaning).argParser(parserOf(BY, now)))
    .option('--json', 'Print one JSON object also on a terminal, as programs always get it')
    .addHelpText('after', AFTER_HELP);
  for (const [name, command] of Object.entries(commands)) {
    const added = addCommand(program, name, command, now).action(() => {
      const operands = added.registeredArguments.map((operand, index) => [
        operand.name(),
        added.processedArgs[index],
      ]);
      const { local = false, stage, json = false, by, ...options } = added.optsWithGlobals();
      const values = { ...Object.fromEntries(operands), ...options };
      invocation = { command, values, target: { local, stage }, json, by };
    });
  }
  try {
    program.parse(args, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return printed;
    throw new UsageError(printed.trimEnd());
  }
  if (!invocation) throw new Error('The command line was read, but named no command.');
  const reason = invocation.command.refuse?.(invocation.values);
  if (reason !== undefined) throw new UsageError(reason);
  return invocation;
}
