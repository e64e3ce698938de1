import { hashApiKey } from '../../functions/accounts/domain/api-key.ts';
import { hasAutoRefresh, isPartner, type Employer } from '../../functions/accounts/domain/employer.ts';
import { webhookQueue } from '../../functions/webhooks/store/webhook-queue.ts';
import { countByAddress, replaceAddress } from './application-addresses.ts';
import { eraseApplications, listApplications } from './applications.ts';
import { bringBackJobs, refreshAll } from './auto-refresh.ts';
import { startCanary, type StartedCanary } from './canary.ts';
import { command, type Command, type Services } from './command.ts';
import { deleteEmployer, countData } from './deletion/delete-employer.ts';
import { eventLine, listEvents } from './events.ts';
import { exportEmployer } from './export/export-employer.ts';
import { Failure } from './failures.ts';
import { issueKey, listKeys, revokeCommand, rotateCommand, apiKeyNote } from './keys.ts';
import { madeByPartners } from './made-by-partners.ts';
import { operatorLog } from './operator-log.ts';
import { NO_PARTNER, PROGRAM } from './parameters.ts';
import { createAccount, createForPartner, moveEmployer, partnerCommands } from './partners.ts';
import { prepareRestored } from './restore.ts';
import { rotateSecret } from './secret.ts';
import { report, verify } from './verify/verify.ts';

type EventPage = Awaited<ReturnType<typeof listEvents>>;

/** Returns the account if it is an employer. Throws Failure otherwise. */
function employerOrThrow(employer: Employer | undefined, id: number): Employer {
  if (!employer || isPartner(employer)) throw noEmployer(id);
  return employer;
}

const getEmployer = async ({ employers }: Services, id: number) =>
  employerOrThrow(await employers.get(id), id);

/** The employers to delete, the oldest request first. */
const byDeletionRequest = (employers: readonly Employer[]): Employer[] =>
  employers
    .filter(({ deletionRequestedAt }) => deletionRequestedAt !== undefined)
    .toSorted((one, other) =>
      String(one.deletionRequestedAt).localeCompare(String(other.deletionRequestedAt)),
    );

/** When the deletion was requested that a command withdraws. */
const withdrawn = ({ deletionRequestedAt }: Employer) =>
  deletionRequestedAt && { withdrawnRequestOf: deletionRequestedAt };

/** Resumes auto-refresh of the parked jobs if the plan of the employer includes auto-refresh. */
const bringBackIfUnlimited = ({ connection, progress }: Services, employer: Employer) =>
  hasAutoRefresh(employer) ? bringBackJobs(connection, employer.id, progress) : undefined;

const NOT_A_KEY =
  'Standard input contains no API key: a key begins with jps_ and has 53 characters. Check that it was copied completely.';
const UNKNOWN_KEY = 'No employer in this table has that key: check whether it belongs to another stage.';

const noEmployer = (id: number) => new Failure(`There is no employer ${id}: employer list shows them all.`);

export const commands: Readonly<Record<string, Command>> = {
  'employer create': command({
    summary: 'Create an employer with its first API key, which is shown only once',
    required: ['name'],
    optional: ['plan', 'partner', 'reference', 'test'],
    example: '--name "Acme Inc." --plan unlimited --local',
    refuse: ({ partner, reference }) =>
      (partner === undefined) === (reference === undefined)
        ? undefined
        : 'Specify --partner and --reference together.',
    run: async (services, { partner, reference: referenceId, plan, ...fields }) =>
      partner === undefined || referenceId === undefined
        ? createAccount(services, { ...fields, plan: plan ?? 'standard' })
        : createForPartner(services, partner, { ...fields, plan, referenceId }),
    note: apiKeyNote,
  }),
  'employer list': command({
    summary: 'List all employers',
    optional: ['deletionRequested'],
    example: '--local',
    run: async ({ employers }, { deletionRequested = false }) => {
      const all = await employers.list();
      return { employers: deletionRequested ? byDeletionRequest(all) : all };
    },
  }),
  'employer show': command({
    summary: 'Show an employer and its profile: what it says about itself to candidates',
    required: ['id'],
    example: '1 --local',
    run: async (services, { id }) => {
      const employer = await getEmployer(services, id);
      const { name: _, ...profile } = await services.profiles.get(id);
      return { employer, profile };
    },
  }),
  'employer update': command({
    summary: "Change an employer's name or plan: within a minute for its keys, at once for auto-refresh",
    required: ['id'],
    optional: ['name', 'plan'],
    example: '1 --plan unlimited --local',
    refuse: ({ name, plan }) =>
      (name ?? plan) === undefined ? 'Specify what to change: --name, --plan or both.' : undefined,
    run: async (services, { id, ...changes }) => {
      await getEmployer(services, id);
      const employer = employerOrThrow(await services.employers.update(id, changes, services.by), id);
      return { employer, ...(changes.plan && (await bringBackIfUnlimited(services, employer))) };
    },
  }),
  'employer suspend': command({
    summary: 'Disable all keys of an employer within a minute and pause its auto-refresh; its jobs are kept',
    required: ['id'],
    example: '1 --stage prod',
    run: async (services, { id }) => {
      await getEmployer(services, id);
      return {
        employer: employerOrThrow(await services.employers.suspend(id, services.now, services.by), id),
      };
    },
  }),
  'employer resume': command({
    summary: 'End the suspension of an employer: its keys work again within a minute',
    required: ['id'],
    example: '1 --stage prod',
    run: async (services, { id }) => {
      const former = await getEmployer(services, id);
      const employer = employerOrThrow(await services.employers.resume(id, services.by), id);
      await webhookQueue(services.connection.open()).markAllDue(employer, services.now);
      return { employer, ...withdrawn(former), ...(await bringBackIfUnlimited(services, employer)) };
    },
  }),
  'employer move': command({
    summary:
      'Move an employer to another partner, or to none, end its links for recruiters, and list what partners made for it',
    required: ['id', 'partner'],
    optional: ['reference', 'revoke'],
    example: '1 --partner 3 --reference CUSTOMER-0042 --local',
    refuse: ({ partner, reference }) =>
      partner === NO_PARTNER && reference !== undefined
        ? 'Specify --reference with the id of a partner.'
        : undefined,
    run: async (services, { id, partner: partnerId, reference: referenceId, revoke = false }) => {
      const employer = await getEmployer(services, id);
      const movedEmployer = employerOrThrow(
        await moveEmployer(services, employer, { partnerId, referenceId }),
        id,
      );
      const isFormerPartner = (maker: number | null) => maker !== movedEmployer.partner?.id;
      return {
        employer: movedEmployer,
        ...withdrawn(employer),
        ...(await madeByPartners(services, [movedEmployer], { includesPartner: isFormerPartner, revoke })),
        addresses: await countByAddress(services, id),
        ...(revoke && { replaceAddress: `${PROGRAM} employer readdress ${id} --old ADDRESS --new ADDRESS` }),
      };
    },
  }),
  'employer readdress': command({
    summary: 'Replace an address to which applications are mailed in all jobs of an employer',
    required: ['id', 'old', 'new'],
    example: '1 --old jobs@former.example --new jobs@acme.example --local',
    run: async (services, { id, old: from, new: to }) => {
      await getEmployer(services, id);
      return replaceAddress(services, { employerId: id, from, to });
    },
  }),
  'employer export': command({
    summary: 'Write everything of an employer into a folder: as JSON lines, with the files',
    required: ['id', 'to'],
    example: '1 --to acme --local',
    details: `Repeated, an export that broke off goes on. The folder is complete when its contents.json says so.`,
    run: async (services, { id, to }) => {
      const { connection, now, progress } = services;
      const employer = await getEmployer(services, id);
      return exportEmployer(connection, { employer, folder: to, now, progress });
    },
  }),
  'employer delete': command({
    summary: 'Delete a suspended employer for good, with everything of it; its number is not given again',
    required: ['id'],
    optional: ['name', 'dryRun'],
    example: '1 --dry-run --local',
    details: `Repeated, a deletion that broke off goes on.`,
    run: async (services, { id, name, dryRun = false }) => {
      const { connection, now, by, operator, progress, ask } = services;
      if (dryRun) return { wouldDelete: { employer: id, ...(await countData(connection, id, progress)) } };
      const typed = async () =>
        name ?? (await ask(`Name of employer ${id}, which will be deleted for good: `));
      return deleteEmployer(connection, { id, name: typed, by, operator, now, progress });
    },
  }),
  ...partnerCommands,
  'key issue': command({
    summary: 'Issue another API key to an employer, which is shown only once',
    required: ['employer'],
    optional: ['label', 'permissions', 'expires'],
    example: '--employer 1 --label "night sync" --local',
    run: async (services, { employer, ...terms }) =>
      issueKey(services, await getEmployer(services, employer), terms),
    note: apiKeyNote,
  }),
  'key list': command({
    summary: 'List the keys of one or all employers, including keys that have ended',
    optional: ['employer'],
    example: '--employer 1 --local',
    run: async (services, { employer }) => {
      const owners =
        employer === undefined ? await services.employers.list() : [await getEmployer(services, employer)];
      const keys = [];
      for (const owner of owners) keys.push(...(await listKeys(services, owner)));
      return { keys };
    },
  }),
  'key find': command({
    summary: 'Show the key and the employer of an API key, which is read from standard input',
    example: '--stage prod',
    run: async ({ apiKeys, readSecret }) => {
      const hash = hashApiKey((await readSecret()).trim());
      if (hash === undefined) throw new Failure(NOT_A_KEY);
      const match = await apiKeys.get(hash);
      if (!match) throw new Failure(UNKNOWN_KEY);
      const { employer, key } = match;
      return { employer, key };
    },
  }),
  'key rotate': rotateCommand('1-k7f3q9x2'),
  'key revoke': revokeCommand('1-k7f3q9x2'),
  'secret rotate': command({
    summary: 'Let the service sign by a new secret; what former ones have signed is good for its time',
    example: '--stage prod',
    run: ({ connection, now, operator }) => rotateSecret(connection, { now, by: operator }),
  }),
  'canary start': command({
    summary:
      'Let the canary of this stage run again, and try the stage as it does: after a deployment, for example',
    example: '--stage prod',
    run: ({ connection, now }) => startCanary(connection, now),
    hasProblems: (printed) => (printed as StartedCanary).run?.passed === false,
  }),
  'application list': command({
    summary: 'List the applications of an employer without what candidates wrote, oldest first',
    required: ['employer'],
    optional: ['state'],
    example: '--employer 1 --state held --local',
    run: async (services, { employer, state }) => {
      const { id } = await getEmployer(services, employer);
      return listApplications(services.connection, { employerId: id, state, now: services.now });
    },
  }),
  'application erase': command({
    summary: "Erase all of a candidate's applications; without --yes, only say which",
    required: ['email'],
    optional: ['employer', 'yes'],
    example: '--email zoe@example.org --local',
    run: ({ connection }, { email, employer, yes = false }) =>
      eraseApplications(connection, { email, employerId: employer, isSure: yes }),
    note: (printed) =>
      'wouldErase' in printed ? 'Nothing was erased: add --yes to erase these.' : undefined,
  }),
  events: command({
    summary: 'List what happened to the jobs and applications of an employer, oldest first, and who did it',
    optional: ['employer', 'after', 'job', 'operator'],
    example: '--employer 1 --job 7 --local',
    refuse: ({ employer, after, job, operator = false }) => {
      if ((employer === undefined) === !operator) return 'Specify --employer or --operator.';
      return operator && (after ?? job) !== undefined
        ? 'Specify --after and --job with --employer.'
        : undefined;
    },
    run: async (services, { employer, after = 0, job }) => {
      const { connection, now } = services;
      if (employer === undefined) return { events: await operatorLog(connection.open()).list() };
      const query = { employer: await getEmployer(services, employer), after, jobId: job, now };
      return listEvents(connection, query);
    },
    brief: (printed) =>
      'next' in printed ? { events: (printed as EventPage).events.map(eventLine) } : printed,
    note: (printed) => {
      const { next = null } = printed as Partial<EventPage>;
      return next === null ? undefined : `There are more: add --after ${next}.`;
    },
  }),
  verify: command({
    summary: 'Check that the items of jobs, keys and applications agree; --repair fixes what does not',
    optional: ['employer', 'repair'],
    example: '--local',
    run: async ({ connection, progress }, { employer, repair = false }) => {
      const verified = await verify(connection, { employer, repair, progress });
      if (!verified) throw noEmployer(employer ?? 0);
      return report(verified);
    },
    hasProblems: (printed) => (printed as ReturnType<typeof report>).findings.length > 0,
  }),
  'restore prepare': command({
    summary: 'Raise the counters of a restored table, TABLE_NAME, before the service switches to it',
    example: '',
    run: ({ connection, progress }) => prepareRestored(connection, progress),
  }),
  refresh: command({
    summary: 'Refresh the jobs that are due for auto-refresh, as the schedules do',
    optional: ['date', 'dryRun'],
    example: '--dry-run --date 2030-12-31 --local',
    run: ({ connection, now, progress }, { date, dryRun = false }) =>
      refreshAll(connection, { date, dryRun, now, progress }),
  }),
};
