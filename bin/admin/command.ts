import { apiKeyStore } from '../../functions/accounts/store/api-keys.ts';
import { employerStore } from '../../functions/accounts/store/employers.ts';
import { writtenBy } from '../../functions/platform/dynamodb/last-write.ts';
import { profileStore } from '../../functions/accounts/store/profiles.ts';
import type { Connection } from './connection.ts';
import type { ParameterName, Value } from './parameters.ts';
import type { Progress } from './progress.ts';

interface CommandContext {
  connection: Connection;
  now: Date;
  operator: string;
  readSecret: () => Promise<string>;
  /** Asks a question at the terminal. Throws UsageError without a terminal. */
  ask: (question: string) => Promise<string>;
  progress: Progress;
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

type Values<Required extends ParameterName, Optional extends ParameterName> = {
  [Name in Required]: Value<Name>;
} & { [Name in Optional]?: Value<Name> };

interface Syntax<Required extends ParameterName, Optional extends ParameterName> {
  summary: string;
  /** The required parameters in the order of the command line: values without a -- come first. */
  required?: readonly Required[];
  optional?: readonly Optional[];
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

export type Command = Syntax<ParameterName, ParameterName>;

/** Creates a command. The cast is safe because the parser passes a command exactly its declared parameters. */
export const command = <Required extends ParameterName = never, Optional extends ParameterName = never>(
  syntax: Syntax<Required, Optional>,
) => syntax as unknown as Command;
