import { apiKeyStore } from '../../functions/accounts/store/api-keys.ts';
import { employerStore } from '../../functions/accounts/store/employers.ts';
import { writtenBy } from '../../functions/platform/dynamodb/last-write.ts';
import { profileStore } from '../../functions/accounts/store/profiles.ts';
import type { Connection } from './connection.ts';
import type { valueTypes } from './values.ts';

/** The command that help texts show. With -s, npm prints no lines of its own. */
export const PROGRAM = 'npm run -s admin --';

interface CommandContext {
  connection: Connection;
  now: Date;
  operator: string;
  readSecret: () => Promise<string>;
  /** Asks a question at the terminal. Throws UsageError without a terminal. */
  ask: (question: string) => Promise<string>;
}

export function servicesOf(context: CommandContext) {
  const db = context.connection.open();
  return {
    employers: employerStore(db),
    apiKeys: apiKeyStore(db),
    profiles: profileStore(db),
    /** The author of the command's writes. */
    by: writtenBy({ type: 'operator', name: context.operator }, context.now),
    ...context,
  };
}

export type Services = ReturnType<typeof servicesOf>;

/** The meanings of arguments and options, by their syntax on the command line; without a value, an option is a flag. */
type Parameters = Readonly<Record<string, string>>;

type CamelCase<Name> = Name extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Name;

type NameIn<Syntax> = Syntax extends `--${infer Name} <${string}>`
  ? CamelCase<Name>
  : Syntax extends `--${infer Name}` | `<${infer Name}>`
    ? CamelCase<Name>
    : never;

type ValueOf<Name> = Name extends keyof typeof valueTypes
  ? Exclude<ReturnType<(typeof valueTypes)[Name][1]>, undefined>
  : true;

type Values<Required, Optional> = {
  [Syntax in keyof Required as NameIn<Syntax>]: ValueOf<NameIn<Syntax>>;
} & { [Syntax in keyof Optional as NameIn<Syntax>]?: ValueOf<NameIn<Syntax>> };

interface Definition<Required extends Parameters, Optional extends Parameters> {
  summary: string;
  /** The required parameters in the order of the command line: values without a -- come first. */
  required?: Required;
  optional?: Optional;
  example: string;
  details?: string;
  /** The error message when values are valid on their own but not together. */
  refuse?: (values: Values<Required, Optional>) => string | undefined;
  run: (services: Services, values: Values<Required, Optional>) => Promise<object>;
  /** Reduces the printed object for a terminal; by default, the terminal shows all fields. */
  brief?: (printed: object) => object;
  /** A note that a terminal shows below the output. */
  note?: (printed: object) => string | undefined;
  /** Whether the printed object reports problems, so that the exit code is 1. */
  hasProblems?: (printed: object) => boolean;
}

export type Command = Definition<Parameters, Parameters>;

/** Creates a command. The cast is safe because the parser passes a command exactly its declared parameters. */
export const command = <const Required extends Parameters, const Optional extends Parameters>(
  definition: Definition<Required, Optional>,
) => definition as unknown as Command;
