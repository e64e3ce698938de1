import { Command as Program, CommanderError, InvalidArgumentError, Option } from 'commander';
import { commands, type Command } from './commands.ts';
import { UsageError } from './failures.ts';
import { parameters, type Parameter, type ParameterName } from './parameters.ts';

interface Invocation {
  command: Command;
  values: Parameters<Command['run']>[1];
  local: boolean;
}

/** Reads the text of a parameter, given once. Throws InvalidArgumentError. */
const reader =
  ({ rule, read }: Parameter, now: Date) =>
  (text: string, previous: unknown) => {
    if (previous !== undefined) throw new InvalidArgumentError('It was given twice.');
    const value = text.startsWith('--') ? undefined : read(text, now);
    if (value === undefined) throw new InvalidArgumentError(`It must be ${rule}.`);
    return value;
  };

/** The commands whose first word is `first`, by their second word. */
const commandsOf = (first: string) =>
  Object.keys(commands)
    .filter((name) => name.startsWith(`${first} `))
    .map((name) => name.slice(first.length + 1));

/** Adds a command with its parameters to the program. */
function addTo(program: Program, name: string, { summary, required, optional }: Command, now: Date): Program {
  const [first = '', second] = name.split(' ');
  const group = second === undefined ? program : program.commands.find((each) => each.name() === first);
  const added = (group ?? program.command(first).description(commandsOf(first).join(', '))).command(
    second ?? first,
  );
  const add = (parameter: ParameterName, isRequired: boolean) => {
    const { written, meaning } = parameters[parameter];
    const read = reader(parameters[parameter], now);
    if (!written.startsWith('--')) added.argument(written, meaning, read);
    else if (!written.includes('<')) added.option(written, meaning);
    else {
      const option = new Option(written, isRequired ? `${meaning} (required)` : meaning);
      added.addOption(option.argParser(read).makeOptionMandatory(isRequired));
    }
  };
  for (const parameter of required) add(parameter, true);
  for (const parameter of optional) add(parameter, false);
  return added.description(summary);
}

/**
 * Reads the arguments of a command line. Returns the help text when it asks for help. Throws UsageError for the first
 * error found.
 */
export function readCommandLine(args: string[], now: Date): Invocation | string {
  let printed = '';
  let invocation: Invocation | undefined;
  const write = (text: string) => {
    printed += text;
  };
  const program = new Program('npm run admin --')
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
    .option(
      '--local',
      'Use the service that npm start runs on this machine instead of the table TABLE_NAME in AWS',
    )
    .addHelpText(
      'after',
      '\nA command prints one JSON object. Exit codes: 0 done, 1 failed or problems found, 2 wrong command line.',
    );
  for (const [name, command] of Object.entries(commands)) {
    const added = addTo(program, name, command, now).action(() => {
      const operands = added.registeredArguments.map((operand, index) => [
        operand.name(),
        added.processedArgs[index],
      ]);
      const { local = false, ...options } = added.optsWithGlobals();
      invocation = { command, values: { ...Object.fromEntries(operands), ...options }, local };
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
