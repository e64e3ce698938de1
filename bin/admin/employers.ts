import { REFERENCE_ID_MAX } from '../../schemas/limits.ts';
import { refreshQueue } from '../../functions/jobs/refresh/refresh-queue.ts';
import { hasAutoRefresh, isPartner, type Employer } from '../../functions/accounts/domain/employer.ts';
import { resumeEmployer } from '../../functions/partners/resume-employer.ts';
import { countByAddress, replaceAddress } from './application-addresses.ts';
import { showJobs } from './auto-refresh.ts';
import { command, PROGRAM, type Services } from './command.ts';
import { deleteEmployer, countData } from './deletion/delete-employer.ts';
import { exportEmployer } from './export/export-employer.ts';
import { Failure } from './failures.ts';
import { apiKeyNote } from './keys.ts';
import { madeByPartners } from './made-by-partners.ts';
import { createAccount, createForPartner, moveEmployer, NAME, PLAN, REVOKE } from './partners.ts';
import { NO_PARTNER } from './values.ts';

export const noEmployer = (id: number) =>
  new Failure(`There is no employer ${id}: employer list shows them all.`);

/** Returns the account if it is an employer. Throws Failure otherwise. */
function employerOrThrow(employer: Employer | undefined, id: number): Employer {
  if (!employer || isPartner(employer)) throw noEmployer(id);
  return employer;
}

export const getEmployer = async ({ employers }: Services, id: number) =>
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

const ID = { '<id>': "The employer's id" } as const;
export const EMPLOYER = "The employer's id, which employer list shows";
export const OF_EMPLOYER = { '--employer <id>': `${EMPLOYER}; otherwise all employers` } as const;
const PARTNER = "The partner's id, which partner list shows, or none";
const REFERENCE = `The partner's own id for the employer, up to ${REFERENCE_ID_MAX} characters on one line`;
export const DRY_RUN = 'Only print what would be done';

export const employerCommands = {
  'employer create': command({
    summary: 'Create an employer with its first API key, which is shown only once',
    required: { '--name <name>': NAME },
    optional: {
      '--plan <plan>': PLAN,
      '--partner <id>': `${PARTNER}; otherwise it belongs to no partner`,
      '--reference <referenceId>': REFERENCE,
      '--test': 'It is there to try the service, for good: not published, and no mail leaves for it',
    },
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
    optional: {
      '--deletion-requested': 'Only those whose deletion their partner asked for, the oldest request first',
    },
    example: '--local',
    run: async ({ employers }, { deletionRequested = false }) => {
      const all = await employers.list();
      return { employers: deletionRequested ? byDeletionRequest(all) : all };
    },
  }),
  'employer show': command({
    summary: 'Show an employer and its profile: what it says about itself to candidates',
    required: ID,
    example: '1 --local',
    run: async (services, { id }) => {
      const employer = await getEmployer(services, id);
      const { name: _, ...profile } = await services.profiles.get(id);
      return { employer, profile };
    },
  }),
  'employer update': command({
    summary: "Change an employer's name or plan: within a minute for its keys, at once for auto-refresh",
    required: ID,
    optional: { '--name <name>': NAME, '--plan <plan>': PLAN },
    example: '1 --plan unlimited --local',
    refuse: ({ name, plan }) =>
      (name ?? plan) === undefined ? 'Specify what to change: --name, --plan or both.' : undefined,
    run: async (services, { id, ...changes }) => {
      await getEmployer(services, id);
      const employer = employerOrThrow(await services.employers.update(id, changes, services.by), id);
      if (!changes.plan || !hasAutoRefresh(employer)) return { employer };
      const { connection } = services;
      const parked = refreshQueue(connection.open());
      return { employer, jobsBroughtBack: await parked.bringBack(id, showJobs(connection)) };
    },
  }),
  'employer suspend': command({
    summary: 'Disable all keys of an employer within a minute and pause its auto-refresh; its jobs are kept',
    required: ID,
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
    required: ID,
    example: '1 --stage prod',
    run: async (services, { id }) => {
      const former = await getEmployer(services, id);
      const employer = employerOrThrow(await services.employers.resume(id, services.by), id);
      const { connection, now } = services;
      const resumed = await resumeEmployer(connection.open(), employer, now, showJobs(connection));
      return { employer, ...withdrawn(former), ...resumed };
    },
  }),
  'employer move': command({
    summary:
      'Move an employer to another partner, or to none, end its links for recruiters, and list what partners made for it',
    required: { ...ID, '--partner <id>': PARTNER },
    optional: { '--reference <referenceId>': REFERENCE, '--revoke': REVOKE },
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
    required: {
      ...ID,
      '--old <address>': 'The address to replace; letter case does not matter',
      '--new <address>': 'The address that replaces it',
    },
    example: '1 --old jobs@former.example --new jobs@acme.example --local',
    run: async (services, { id, old: from, new: to }) => {
      await getEmployer(services, id);
      return replaceAddress(services, { employerId: id, from, to });
    },
  }),
  'employer export': command({
    summary: 'Write everything of an employer into a folder: as JSON lines, with the files',
    required: {
      ...ID,
      '--to <folder>': 'The folder to write into: a new one, an empty one, or that of an earlier export',
    },
    example: '1 --to acme --local',
    details: `Repeated, an export that broke off goes on. The folder is complete when its contents.json says so.`,
    run: async (services, { id, to }) => {
      const { connection, now } = services;
      const employer = await getEmployer(services, id);
      return exportEmployer(connection, { employer, folder: to, now });
    },
  }),
  'employer delete': command({
    summary: 'Delete a suspended employer for good, with everything of it; its number is not given again',
    required: ID,
    optional: { '--name <name>': NAME, '--dry-run': DRY_RUN },
    example: '1 --dry-run --local',
    details: `Repeated, a deletion that broke off goes on.`,
    run: async (services, { id, name, dryRun = false }) => {
      const { connection, now, by, operator, ask } = services;
      if (dryRun) return { wouldDelete: { employer: id, ...(await countData(connection, id)) } };
      const typed = async () =>
        name ?? (await ask(`Name of employer ${id}, which will be deleted for good: `));
      return deleteEmployer(connection, { id, name: typed, by, operator, now });
    },
  }),
};
