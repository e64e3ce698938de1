import { ApplicationState } from '../../schemas/application.ts';
import { hashApiKey } from '../../functions/accounts/domain/api-key.ts';
import { eraseApplications, listApplications } from './applications.ts';
import { LOCAL_DAYS_AHEAD, refreshAll } from './auto-refresh.ts';
import { startCanary } from './canary.ts';
import { command, type Command } from './command.ts';
import { DRY_RUN, EMPLOYER, employerCommands, getEmployer, noEmployer, OF_EMPLOYER } from './employers.ts';
import { eventLine, listEvents } from './events.ts';
import { Failure } from './failures.ts';
import { issueKey, listKeys, newKeyOptions, revokeCommand, rotateCommand, apiKeyNote } from './keys.ts';
import { operatorLog } from './operator-log.ts';
import { partnerCommands } from './partners.ts';
import { prepareRestored } from './restore.ts';
import { rotateSecret } from './secret.ts';
import { report, verify } from './verify/verify.ts';

type EventPage = Awaited<ReturnType<typeof listEvents>>;

const NOT_A_KEY =
  'Standard input contains no API key: a key begins with jps_ and has 53 characters. Check that it was copied completely.';
const UNKNOWN_KEY = 'No employer in this table has that key: check whether it belongs to another stage.';

export const commands: Readonly<Record<string, Command>> = {
  ...employerCommands,
  ...partnerCommands,
  'key issue': command({
    summary: 'Issue another API key to an employer, which is shown only once',
    required: { '--employer <id>': EMPLOYER },
    optional: newKeyOptions,
    example: '--employer 1 --label "night sync" --local',
    run: async (services, { employer, ...terms }) =>
      issueKey(services, await getEmployer(services, employer), terms),
    note: apiKeyNote,
  }),
  'key list': command({
    summary: 'List the keys of one or all employers, including keys that have ended',
    optional: OF_EMPLOYER,
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
    hasProblems: (printed) => (printed as Awaited<ReturnType<typeof startCanary>>).run?.passed === false,
  }),
  'application list': command({
    summary: 'List the applications of an employer without what candidates wrote, oldest first',
    required: { '--employer <id>': EMPLOYER },
    optional: {
      '--state <state>': `The state of the applications to list: ${ApplicationState.enum.join(', ')}; otherwise all states`,
    },
    example: '--employer 1 --state held --local',
    run: async (services, { employer, state }) => {
      const { id } = await getEmployer(services, employer);
      return listApplications(services.connection, { employerId: id, state, now: services.now });
    },
  }),
  'application erase': command({
    summary: "Erase all of a candidate's applications; without --yes, only say which",
    required: { '--email <address>': "The candidate's e-mail address; letter case does not matter" },
    optional: {
      ...OF_EMPLOYER,
      '--yes': 'Erase what was found; without it, the command only says what it would erase',
    },
    example: '--email zoe@example.org --local',
    run: ({ connection }, { email, employer, yes = false }) =>
      eraseApplications(connection, { email, employerId: employer, isSure: yes }),
    note: (printed) =>
      'wouldErase' in printed ? 'Nothing was erased: add --yes to erase these.' : undefined,
  }),
  events: command({
    summary: 'List what happened to the jobs and applications of an employer, oldest first, and who did it',
    optional: {
      ...OF_EMPLOYER,
      '--after <event>': 'The id of the event after which to begin; otherwise the oldest that is kept',
      '--job <id>': 'The id of a job, deleted or not; otherwise all jobs',
      '--operator': 'What the operator did that is in the log of no employer',
    },
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
    optional: {
      ...OF_EMPLOYER,
      '--repair': 'Fix what verify finds; without it, verify only says what it would do',
    },
    example: '--local',
    run: async ({ connection }, { employer, repair = false }) => {
      const verified = await verify(connection, { employer, repair });
      if (!verified) throw noEmployer(employer ?? 0);
      return report(verified);
    },
    hasProblems: (printed) => (printed as ReturnType<typeof report>).findings.length > 0,
  }),
  'restore prepare': command({
    summary: 'Raise the counters of a restored table, TABLE_NAME, before the service switches to it',
    example: '',
    run: ({ connection }) => prepareRestored(connection),
  }),
  refresh: command({
    summary: 'Refresh the jobs that are due for auto-refresh, as the schedules do',
    optional: {
      '--date <date>': `The day to refresh for; without --dry-run, at most today, with --local ${LOCAL_DAYS_AHEAD} days ahead; otherwise today in TIME_ZONE`,
      '--dry-run': DRY_RUN,
    },
    example: '--dry-run --date 2030-12-31 --local',
    run: ({ connection, now }, { date, dryRun = false }) => refreshAll(connection, { date, dryRun, now }),
  }),
};
