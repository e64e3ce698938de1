import { hashOfApiKey, isUsable } from '../../functions/domain/api-key.ts';
import { hasAutoRefresh, type Employer } from '../../functions/domain/employer.ts';
import { apiKeyStore } from '../../functions/store/api-keys.ts';
import { employerStore } from '../../functions/store/employers.ts';
import { bringBackJobs, refreshAll } from './auto-refresh.ts';
import type { Connection } from './connection.ts';
import { Failure } from './failures.ts';
import type { ParameterName, Value } from './parameters.ts';
import { progressOn } from './progress.ts';
import { report, verify } from './verify/verify.ts';

/** What a command works with. */
export function servicesOf(connection: Connection, now: Date, readSecret: () => Promise<string>) {
  const db = connection.open();
  return { employers: employerStore(db), apiKeys: apiKeyStore(db), connection, now, readSecret };
}

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
  /** Whether what it prints is bad news: exit code 1. */
  isBad?: (printed: object) => boolean;
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

/** Whoever has auto-refresh gets back the jobs that waited for it. */
const broughtBack = (connection: Connection, employer: Employer) =>
  hasAutoRefresh(employer) ? bringBackJobs(connection, employer.id) : undefined;

const NOT_A_KEY =
  'Standard input holds no API key: one begins with jps_ and has 53 characters. Look whether it was copied whole.';
const UNKNOWN_KEY = 'No employer in this table has that key: look whether it belongs to another stage.';

const DAY_MILLIS = 86_400_000;

const noKey = (keyId: string) => new Failure(`There is no key ${keyId}: key list shows them all.`);

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
      return { employer, ...(changes.plan && (await broughtBack(connection, employer))) };
    },
  }),
  'employer suspend': command({
    summary:
      'Refuses all keys of the employer, within a minute, and lets auto-refresh pause; its jobs are kept',
    required: ['id'],
    optional: [],
    run: async ({ employers, now }, { id }) => {
      const employer = await employers.suspend(id, now);
      if (!employer) throw noEmployer(id);
      return { employer };
    },
  }),
  'employer resume': command({
    summary: 'Ends the suspension of an employer: its keys work again within a minute',
    required: ['id'],
    optional: [],
    run: async ({ employers, connection }, { id }) => {
      const employer = await employers.resume(id);
      if (!employer) throw noEmployer(id);
      return { employer, ...(await broughtBack(connection, employer)) };
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
  'key find': command({
    summary: 'The key and the employer of an API key, which is read from standard input',
    required: [],
    optional: [],
    run: async ({ apiKeys, readSecret }) => {
      const hash = hashOfApiKey((await readSecret()).trim());
      if (hash === undefined) throw new Failure(NOT_A_KEY);
      const found = await apiKeys.get(hash);
      if (!found) throw new Failure(UNKNOWN_KEY);
      return found;
    },
  }),
  'key rotate': command({
    summary: 'The successor of a key, which is shown this once; the old key ends after the overlap',
    required: ['keyId'],
    optional: ['overlap', 'expires'],
    run: async (services, { keyId, overlap = 1, expires = null }) => {
      const { apiKeys, now } = services;
      const found = await apiKeys.find(keyId);
      if (!found) throw noKey(keyId);
      if (!isUsable(found.key, now))
        throw new Failure(`Key ${keyId} has ended: issue another with key issue.`);
      const overlapEnd = new Date(now.getTime() + overlap * DAY_MILLIS).toISOString();
      // The profile, and not its copy on the key: an update of the employer may have been cut short before that.
      const employer = await existing(services, found.employer.id);
      return apiKeys.rotate({ ...found, employer }, { overlapEnd, expiresAt: expires, now });
    },
  }),
  'key revoke': command({
    summary: 'Ends a key, within a minute',
    required: ['keyId'],
    optional: [],
    run: async ({ apiKeys, now }, { keyId }) => {
      const key = await apiKeys.revoke(keyId, now);
      if (!key) throw noKey(keyId);
      return { key };
    },
  }),
  verify: command({
    summary: 'Compares all items of jobs and keys with each other; --repair mends what does not agree',
    required: [],
    optional: ['employer', 'repair'],
    run: async ({ connection }, { employer, repair = false }) => {
      const tell = progressOn(process.stderr);
      const onProgress = (done: number, employers: number, jobs: number) =>
        tell(`${done} of ${employers} employers, ${jobs} jobs`);
      const verified = await verify(connection, { employer, repair, onProgress });
      if (!verified) throw noEmployer(employer ?? 0);
      return report(verified);
    },
    isBad: (printed) => (printed as ReturnType<typeof report>).findings.length > 0,
  }),
  refresh: command({
    summary: 'Refreshes what is due for auto-refresh, as the schedules do',
    required: [],
    optional: ['date', 'dryRun'],
    run: ({ connection, now }, { date, dryRun = false }) => refreshAll(connection, { date, dryRun, now }),
  }),
};
