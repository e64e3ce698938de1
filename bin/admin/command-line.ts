import { parseArgs } from 'node:util';
import { commands, type Command } from './commands.ts';
import { UsageError } from './failures.ts';
import { isFlag, isOption, parameters, type ParameterName } from './parameters.ts';
import { syntaxOf } from './usage.ts';

const optionTypes = {
  ...Object.fromEntries(
    (Object.keys(parameters) as ParameterName[])
      .filter(isOption)
      .map((name) => [name, { type: isFlag(name) ? ('boolean' as const) : ('string' as const) }]),
  ),
  local: { type: 'boolean' as const },
  help: { type: 'boolean' as const },
};

interface Option {
  name: string;
  rawName: string;
  value?: string | undefined;
  inlineValue?: boolean | undefined;
}

const parametersOf = ({ required, optional }: Command): ParameterName[] => [...required, ...optional];

interface Invocation {
  command: Command;
  values: Parameters<Command['run']>[1];
  local: boolean;
}

function commandOf(words: readonly string[]): {
  name: string;
  command: Command;
  operands: readonly string[];
} {
  for (const length of [2, 1]) {
    const name = words.slice(0, length).join(' ');
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (command) return { name, command, operands: words.slice(length) };
  }
  const name = words.slice(0, 2).join(' ');
  const allowed = `the commands are ${Object.keys(commands).join(', ')}; --help explains them.`;
  throw new UsageError(
    name === ''
      ? `No command was given: ${allowed}`
      : `There is no command ${JSON.stringify(name)}: ${allowed}`,
  );
}

type Refuse = (what: string) => UsageError;

/** The texts of the options, by parameter; and whether --local is among them. */
function readOptions(options: Option[], command: Command, refuse: Refuse) {
  const texts = new Map<ParameterName, string>();
  let local = false;
  for (const { name, rawName, value, inlineValue } of options) {
    const parameter = parametersOf(command).find((known) => isOption(known) && known === name);
    const isAlone = name === 'local' || (parameter !== undefined && isFlag(parameter));
    if (isAlone && value !== undefined) throw refuse(`${rawName} takes no value`);
    if (name === 'local') local = true;
    else if (!parameter) throw refuse(`${rawName} is not known here`);
    else if (texts.has(parameter)) throw refuse(`${rawName} is given twice`);
    else if (isAlone) texts.set(parameter, '');
    else if (value === undefined || (!inlineValue && value.startsWith('--')))
      throw refuse(`${rawName} has no value`);
    else texts.set(parameter, value);
  }
  return { texts, local };
}

/** The texts of the values that stand without an option, by parameter. */
function readOperands(operands: readonly string[], command: Command, refuse: Refuse) {
  const places = command.required.filter((parameter) => !isOption(parameter));
  return operands.map((operand, index): [ParameterName, string] => {
    const parameter = places[index];
    if (!parameter) throw refuse(`${JSON.stringify(operand)} is too much`);
    return [parameter, operand];
  });
}

function valueOf(parameter: ParameterName, text: string, now: Date) {
  const { written, rule, read } = parameters[parameter];
  const value = read(text, now);
  if (value === undefined)
    throw new UsageError(`${written.split(' ')[0]} must be ${rule}, not ${JSON.stringify(text)}.`);
  return value;
}

/**
 * Reads the arguments of a command line; undefined when it asks for help. Throws UsageError, for the first thing that
 * is wrong.
 */
export function readCommandLine(args: string[], now: Date): Invocation | undefined {
  // The messages of the strict mode are several sentences, and do not know the commands.
  const { tokens, positionals } = parseArgs({ args, options: optionTypes, strict: false, tokens: true });
  const options = tokens.filter((token) => token.kind === 'option');
  if (options.some(({ name }) => name === 'help')) return undefined;

  const { name, command, operands } = commandOf(positionals);
  const refuse: Refuse = (what) =>
    new UsageError(`${what}: npm run admin -- ${syntaxOf(name, command)} [--local].`);
  const { texts, local } = readOptions(options, command, refuse);
  const given = new Map([...texts, ...readOperands(operands, command, refuse)]);
  const missing = command.required.find((parameter) => !given.has(parameter));
  if (missing) throw refuse(`${parameters[missing].written} is missing`);

  const values = Object.fromEntries(
    Array.from(given, ([parameter, text]) => [parameter, valueOf(parameter, text, now)]),
  ) as Invocation['values'];
  const reason = command.refuse?.(values);
  if (reason !== undefined) throw new UsageError(reason);
  return { command, values, local };
}
