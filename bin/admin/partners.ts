import {
  isPartner,
  MAX_EMPLOYERS,
  plans,
  type Employer,
  type Partner,
  type Plan,
} from '../../functions/accounts/domain/employer.ts';
import { partnerEmployers } from '../../functions/accounts/store/partner-entries.ts';
import { webhookQueue } from '../../functions/webhooks/store/webhook-queue.ts';
import { command, type Services } from './command.ts';
import { Failure } from './failures.ts';
import { madeByPartners } from './made-by-partners.ts';
import { operatorItem } from './operator-log.ts';
import { issueKey, listKeys, newKeyOptions, revokeCommand, rotateCommand, apiKeyNote } from './keys.ts';
import { NO_PARTNER, oneLine } from './values.ts';

const noPartner = (id: number) => new Failure(`There is no partner ${id}: partner list shows them all.`);

/** Returns the account if it is a partner. Throws Failure otherwise. */
function partnerOrThrow(account: Employer | undefined, id: number): Partner {
  if (!account || !isPartner(account)) throw noPartner(id);
  return account;
}

const getPartner = async ({ employers }: Services, id: number) => partnerOrThrow(await employers.get(id), id);

const countOf = ({ connection }: Services, { id }: Partner) => partnerEmployers(connection.open()).count(id);

/** Creates an account with its first key, and records it in the operator's log. */
export const createAccount = (
  { employers, now, operator }: Services,
  fields: Pick<Employer, 'name' | 'plan' | 'maxEmployers' | 'test'>,
) =>
  employers.create(fields, now, undefined, (account) => {
    const type = isPartner(account) ? 'partner.created' : 'employer.created';
    return [{ Put: { Item: operatorItem(operator, { at: now.toISOString(), type, employer: account.id }) } }];
  });

/** Reads a partner. Throws Failure when it has its maximum number of employers. */
async function partnerWithCapacity(services: Services, partnerId: number): Promise<Partner> {
  const partner = await getPartner(services, partnerId);
  if ((await countOf(services, partner)) < partner.maxEmployers) return partner;
  throw new Failure(`Partner ${partnerId} has ${partner.maxEmployers} employers, as many as it may have.`);
}

/** Throws Failure if an employer of the partner has the referenceId. */
async function requireFreeReference(
  { connection }: Services,
  { partnerId, referenceId }: { partnerId: number; referenceId: string },
): Promise<void> {
  const holder = await partnerEmployers(connection.open()).findByReference(partnerId, referenceId);
  if (holder === undefined) return;
  throw new Failure(
    `Employer ${holder} of partner ${partnerId} has this referenceId: specify another with --reference.`,
  );
}

/**
 * Moves an employer to a partner, or to none; its keys and log stay. A repeated call completes an interrupted one.
 * Throws Failure when the partner has its maximum number of employers, or one with the referenceId.
 */
export async function moveEmployer(
  services: Services,
  { id, partner: former }: Employer,
  { partnerId, referenceId = former?.referenceId }: { partnerId: number; referenceId?: string | undefined },
): Promise<Employer | undefined> {
  const { employers, now, by } = services;
  if (partnerId === NO_PARTNER) return employers.move(id, undefined, { now, by });
  if (referenceId === undefined) {
    throw new Failure(`Employer ${id} has no referenceId: specify the partner's own id with --reference.`);
  }
  const stays = partnerId === former?.id;
  const partner = stays
    ? await getPartner(services, partnerId)
    : await partnerWithCapacity(services, partnerId);
  if (!stays || referenceId !== former.referenceId)
    await requireFreeReference(services, { partnerId, referenceId });
  return employers.move(id, { partner, referenceId }, { now, by });
}

/**
 * Creates an employer of a partner, with its first key. Throws Failure when the partner has its maximum number of
 * employers, or one with the referenceId.
 */
export async function createForPartner(
  services: Services,
  partnerId: number,
  {
    plan,
    referenceId,
    ...fields
  }: Pick<Employer, 'name' | 'test'> & { plan: Plan | undefined; referenceId: string },
) {
  const { employers, now, by } = services;
  const partner = await partnerWithCapacity(services, partnerId);
  await requireFreeReference(services, { partnerId, referenceId });
  const employer = await employers.createFor(
    { partner, referenceId },
    { ...fields, plan: plan ?? partner.plan },
    now,
    by,
  );
  return { employer, ...(await issueKey(services, employer, {})) };
}

const PARTNER_ID = { '<partnerId>': "The partner's id, which partner list shows" } as const;
export const NAME = `The name of the employer or partner, ${oneLine}`;
export const PLAN = `${plans.join(' or ')}; otherwise ${plans[0]} for a new employer`;
export const REVOKE =
  'Also revoke the keys and pause the webhooks that the partner made; without it, they are only listed';
const CAPACITY = `How many employers the partner may have; otherwise ${MAX_EMPLOYERS} for a new partner`;

export const partnerCommands = {
  'partner create': command({
    summary: 'Create a partner, which acts for employers of its own, with its first API key',
    required: { '--name <name>': NAME },
    optional: { '--plan <plan>': PLAN, '--max-employers <number>': CAPACITY },
    example: '--name "Acme ATS" --plan unlimited --local',
    run: async (services, { name, plan = 'standard', maxEmployers = MAX_EMPLOYERS }) => {
      const { employer: partner, ...key } = await createAccount(services, { name, plan, maxEmployers });
      return { partner, ...key };
    },
    note: apiKeyNote,
  }),
  'partner list': command({
    summary: 'List all partners',
    example: '--local',
    run: async ({ employers }) => ({ partners: (await employers.accounts()).filter(isPartner) }),
  }),
  'partner show': command({
    summary: 'Show a partner, and how many employers it has',
    required: PARTNER_ID,
    example: '3 --local',
    run: async (services, { partnerId }) => {
      const partner = await getPartner(services, partnerId);
      const { contactEmail } = await services.profiles.get(partnerId);
      return { partner, employers: await countOf(services, partner), contactEmail };
    },
  }),
  'partner update': command({
    summary: "Change a partner's name, plan, or how many employers it may have: within a minute for its keys",
    required: PARTNER_ID,
    optional: { '--name <name>': NAME, '--plan <plan>': PLAN, '--max-employers <number>': CAPACITY },
    example: '3 --max-employers 2000 --stage prod',
    refuse: ({ name, plan, maxEmployers }) =>
      (name ?? plan ?? maxEmployers) === undefined
        ? 'Specify what to change: --name, --plan or --max-employers.'
        : undefined,
    run: async (services, { partnerId, ...changes }) => {
      await getPartner(services, partnerId);
      return {
        partner: partnerOrThrow(await services.employers.update(partnerId, changes, services.by), partnerId),
      };
    },
  }),
  'partner suspend': command({
    summary: 'Disable all keys of a partner within a minute, and list those that it made for its employers',
    required: PARTNER_ID,
    optional: { '--revoke': REVOKE },
    example: '3 --revoke --stage prod',
    run: async (services, { partnerId, revoke = false }) => {
      const { employers, now, by } = services;
      await getPartner(services, partnerId);
      const partner = partnerOrThrow(await employers.suspend(partnerId, now, by), partnerId);
      const ownEmployers = (await employers.list()).filter((employer) => employer.partner?.id === partnerId);
      const isThisPartner = (id: number | null) => id === partnerId;
      return {
        partner,
        ...(await madeByPartners(services, ownEmployers, { includesPartner: isThisPartner, revoke })),
      };
    },
  }),
  'partner resume': command({
    summary: 'End the suspension of a partner: its keys work again within a minute',
    required: PARTNER_ID,
    example: '3 --stage prod',
    run: async (services, { partnerId }) => {
      await getPartner(services, partnerId);
      const partner = partnerOrThrow(await services.employers.resume(partnerId, services.by), partnerId);
      await webhookQueue(services.connection.open()).markAllDue(partner, services.now);
      return { partner };
    },
  }),
  'partner key issue': command({
    summary: 'Issue another API key to a partner, which is shown only once',
    required: PARTNER_ID,
    optional: newKeyOptions,
    example: '3 --label "night sync" --local',
    run: async (services, { partnerId, ...terms }) =>
      issueKey(services, await getPartner(services, partnerId), terms),
    note: apiKeyNote,
  }),
  'partner key list': command({
    summary: 'List the keys of a partner, including keys that have ended',
    required: PARTNER_ID,
    example: '3 --local',
    run: async (services, { partnerId }) => ({
      keys: await listKeys(services, await getPartner(services, partnerId)),
    }),
  }),
  'partner key rotate': rotateCommand('3-k7f3q9x2'),
  'partner key revoke': revokeCommand('3-k7f3q9x2'),
};
