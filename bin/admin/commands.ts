import type { Employer } from '../../functions/domain/employer.ts';
import { apiKeyStore } from '../../functions/store/api-keys.ts';
import { employerStore } from '../../functions/store/employers.ts';
import { bringBackJobs, refreshAll } from './auto-refresh.ts';
import type { Connection } from './connection.ts';
import { Failure } from './failures.ts';
import type { ParameterName, Value } from './parameters.ts';

/** What a command works with. */
export const servicesOf = (connection: Connection, now: Date) => ({
  connection,
  employers: employerStore(connection.db),
  apiKeys: apiKeyStore(connection.db),
  now,
});

type Services = ReturnType<typeof servicesOf>;

type Values<Required extends ParameterName, Optional extends ParameterName> = {
  [Name in Required]: Value<Name>;
} & { [Name in Optional]?: Value<Name> };

interface Syntax<Required extends ParameterName, Optional extends ParameterName> {
  summary: string;
  /** In the order of the command line: values without a -- first. */
  required: readonly Required[];
  optional: readonly Optional[];
  /** Why these values, each right on its own, do not make a command. */
  refuse?: (values: Values<Required, Optional>) => string | undefined;
  /** The one object that the command prints. */
  run: (services: Services, values: Values<Required, Optional>) => Promise<object>;
}

export type Command = Syntax<ParameterName, ParameterName>;

/** The parser gives a command the values that it names and no others: so much the compiler cannot see. */
const command = <Required extends ParameterName = never, Optional extends ParameterName = never>(
  syntax: Syntax<Required, Optional>,
) => syntax as unknown as Command;

async function existing({ employers }: Services, id: number): Promise<Employer> {
  const employer = await employers.get(id);
  if (!employer) throw noEmployer(id);
  return employer;
}

const noEmployer = (id: number) => new Failure(`There is no employer ${id}: employer list shows them all.`);

/** Every command of `npm run admin`. */
export const commands: Readonly<Record<string, Command>> = {
  'employer create': command({
    summary: 'A new employer with its first API key, which is shown this once',
    required: ['name'],
    optional: ['plan'],
    run: ({ employers, now }, { name, plan = 'standard' }) => employers.create({ name, plan }, now),
  }),
  'employer list': command({
    summary: 'All employers',
    required: [],
    optional: [],
    run: async ({ employers }) => ({ employers: await employers.list() }),
  }),
  'employer update': command({
    summary:
      'Changes the name or the plan, within a minute for all keys of the employer, at once for auto-refresh',
    required: ['id'],
    optional: ['name', 'plan'],
    refuse: ({ name, plan }) =>
      (name ?? plan) === undefined ? 'Say what to change: --name, --plan or both.' : undefined,
    run: async ({ employers, connection }, { id, ...changes }) => {
      const employer = await employers.update(id, changes);
      if (!employer) throw noEmployer(id);
      return { employer, ...(changes.plan === 'unlimited' && (await bringBackJobs(connection, id))) };
    },
  }),
  'key issue': command({
    summary: 'A further API key of an employer, which is shown this once',
    required: ['employer'],
    optional: ['label', 'expires'],
    run: async (services, { employer, label = null, expires = null }) =>
      services.apiKeys.create(await existing(services, employer), {
        label,
        expiresAt: expires,
        now: services.now,
      }),
  }),
  'key list': command({
    summary: 'The keys of one employer or of all, also those that ended',
    required: [],
    optional: ['employer'],
    run: async (services, { employer }) => {
      const owners =
        employer === undefined ? await services.employers.list() : [await existing(services, employer)];
      const keys = [];
      for (const { id } of owners) keys.push(...(await services.apiKeys.list(id)));
      return { keys };
    },
  }),
  'key revoke': command({
    summary: 'Ends a key, within a minute',
    required: ['keyId'],
    optional: [],
    run: async ({ apiKeys, now }, { keyId }) => {
      const key = await apiKeys.revoke(keyId, now);
      if (!key) throw new Failure(`There is no key ${keyId}: key list shows them all.`);
      return { key };
    },
  }),
  refresh: command({
    summary: 'Refreshes what is due for auto-refresh, as the schedules do',
    required: [],
    optional: ['date', 'dry-run'],
    run: ({ connection, now }, { date, 'dry-run': dryRun = false }) =>
      refreshAll(connection, { date, dryRun, now }),
  }),
};
