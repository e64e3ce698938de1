import { Command as Program, CommanderError, InvalidArgumentError, Option } from 'commander';
import { PROGRAM, type Command } from './command.ts';
import { commands } from './commands.ts';
import type { CommandTarget } from './connection.ts';
import { UsageError } from './failures.ts';
import { valueTypes } from './values.ts';

/** Parses the text of a parameter. Throws InvalidArgumentError for an invalid value or a repeated parameter. */
function parserOf(name: string, now: Date) {
  const [rule, parse] = valueTypes[name as keyof typeof valueTypes];
  return (text: string, previous: unknown) => {
    if (previous !== undefined) throw new InvalidArgumentError('It was given twice.');
    const value = text.startsWith('--') ? undefined : parse(text, now);
    if (value === undefined) throw new InvalidArgumentError(`It must be ${rule}.`);
    return value;
  };
}

const optionOf = (syntax: string, meaning: string, now: Date): Option => {
  const option = new Option(syntax, meaning);
  return option.required ? option.argParser(parserOf(option.attributeName(), now)) : option;
};

/** Creates the command group with these words. The plural of its name is an alias. */
function createGroup(parent: Program, words: string): Program {
  const below = Object.keys(commands).filter((name) => name.startsWith(`${words} `));
  const names = new Set(below.map((name) => name.slice(words.length + 1).split(' ', 1)[0]));
  const list = [...names].join(', ');
  const word = words.split(' ').at(-1) ?? '';
  return parent
    .command(word)
    .aliases(word.endsWith('s') ? [] : [`${word.replace(/(?<![aeiou])y$/, 'ie')}s`])
    .description(list)
    .helpCommand(false)
    .showHelpAfterError(`The commands of ${words} are ${list}; --help explains them.`);
}

function addCommand(
  program: Program,
  name: string,
  { summary, required = {}, optional = {}, example, details }: Command,
  now: Date,
): Program {
  const words = name.split(' ');
  const group = words
    .slice(0, -1)
    .reduce(
      (parent, word, index) =>
        parent.commands.find((each) => each.name() === word) ??
        createGroup(parent, words.slice(0, index + 1).join(' ')),
      program,
    );
  const added = group.command(words.at(-1) ?? '');
  for (const [syntax, meaning] of Object.entries(required)) {
    if (!syntax.startsWith('--')) added.argument(syntax, meaning, parserOf(syntax.slice(1, -1), now));
    else added.addOption(optionOf(syntax, `${meaning} (required)`, now).makeOptionMandatory());
  }
  for (const [syntax, meaning] of Object.entries(optional)) added.addOption(optionOf(syntax, meaning, now));
  if (details !== undefined) added.addHelpText('after', `\n${details}`);
  return added
    .description(summary)
    .addHelpText('after', `\nExample:\n  ${PROGRAM} ${name} ${example}`.trimEnd());
}

interface Invocation {
  command: Command;
  values: Parameters<Command['run']>[1];
  target: CommandTarget;
  /** Whether to print JSON even on a terminal. */
  json: boolean;
  by: string | undefined;
}

function invocationOf(added: Program, command: Command): Invocation {
  const operands = added.registeredArguments.map((operand, index) => [
    operand.name(),
    added.processedArgs[index],
  ]);
  const { local = false, stage, json = false, by, ...options } = added.optsWithGlobals();
  return {
    command,
    values: { ...Object.fromEntries(operands), ...options },
    target: { local, stage },
    json,
    by,
  };
}

const AFTER_HELP = `
COMMAND --help explains a command, with an example. Without --local and --stage, a command works on the table
TABLE_NAME in AWS. Exit codes: 0 done, 1 failed or problems found, 2 wrong command line.`;

/**
 * Parses a command line. Returns the help text if the command line asks for help. Throws UsageError for the first
 * error.
 */
export function parseCommandLine(args: string[], now: Date) {
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
    .addOption(optionOf('--stage <name>', 'Work on a stage that is deployed in AWS, such as prod', now))
    .addOption(
      optionOf(
        '--by <name>',
        'Your name, which events and the log of the operator tell; otherwise that of the user of this machine',
        now,
      ),
    )
    .option('--json', 'Print one JSON object also on a terminal, as programs always get it')
    .addHelpText('after', AFTER_HELP);
  for (const [name, command] of Object.entries(commands)) {
    const added = addCommand(program, name, command, now);
    added.action(() => {
      invocation = invocationOf(added, command);
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
