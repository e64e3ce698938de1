import { apiKeyStore } from '../../functions/accounts/store/api-keys.ts';
import { employerStore } from '../../functions/accounts/store/employers.ts';
import { writtenBy } from '../../functions/platform/dynamodb/last-write.ts';
import { profileStore } from '../../functions/accounts/store/profiles.ts';
import type { Connection } from './connection.ts';
import type { ParameterName, Value } from './parameters.ts';
import type { Progress } from './progress.ts';

interface Given {
  connection: Connection;
  now: Date;
  /** The name of who runs the command. */
  operator: string;
  readSecret: () => Promise<string>;
  /** Asks a person. Throws UsageError without a terminal. */
  ask: (question: string) => Promise<string>;
  progress: Progress;
}

/** The services that commands use. */
export function servicesOf(given: Given) {
  const db = given.connection.open();
  return {
    employers: employerStore(db),
    apiKeys: apiKeyStore(db),
    profiles: profileStore(db),
    /** Who changes what the command changes. */
    by: writtenBy({ type: 'operator', name: given.operator }, given.now),
    ...given,
  };
}

export type Services = ReturnType<typeof servicesOf>;

type Values<Required extends ParameterName, Optional extends ParameterName> = {
  [Name in Required]: Value<Name>;
} & { [Name in Optional]?: Value<Name> };

interface Syntax<Required extends ParameterName, Optional extends ParameterName> {
  summary: string;
  /** In the order of the command line: values without a -- first. */
  required?: readonly Required[];
  optional?: readonly Optional[];
  /** Its arguments in an example. */
  example: string;
  /** What its help says besides, in lines. */
  details?: string;
  /** The error message when values are valid on their own but not together. */
  refuse?: (values: Values<Required, Optional>) => string | undefined;
  /** The one object that the command prints. */
  run: (services: Services, values: Values<Required, Optional>) => Promise<object>;
  /** What of that a person needs, if not all. */
  brief?: (printed: object) => object;
  /** What a person should know about what it printed. */
  note?: (printed: object) => string | undefined;
  /** Whether what it prints reports problems: exit code 1. */
  isBad?: (printed: object) => boolean;
}

export type Command = Syntax<ParameterName, ParameterName>;

/** A command. The cast is safe because the parser gives a command exactly the values that it names. */
export const command = <Required extends ParameterName = never, Optional extends ParameterName = never>(
  syntax: Syntax<Required, Optional>,
) => syntax as unknown as Command;
