import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { FromSchema } from 'json-schema-to-ts';
import { faultsOf } from './stage-faults.ts';
import type { StageSettings } from './stage-schema.ts';

/** A domain for examples (RFC 2606), which cannot be registered. */
export const isPlaceholder = (domain: string): boolean =>
  /(?:^|\.)example(?:\.com|\.net|\.org)?$/.test(domain);

/** The message names the error in the stages. */
export class StageError extends Error {}

/** One deployment of the service: its name, and its settings in stages.json. */
export interface Stage extends FromSchema<typeof StageSettings> {
  name: string;
}

/** The URL of the service, if it differs from the domain of the API or of the request. */
export const baseUrlOf = ({ baseUrl, domain }: Stage): string | undefined =>
  baseUrl ?? (domain?.only ? `https://${domain.name}` : undefined);

/** How the proxy of a stage proves itself, and names the addresses of clients, as the setting of the functions says it. */
export const trustedProxyOf = ({ proxy }: Stage): string | undefined =>
  proxy && [proxy.addressHeader, proxy.proofHeader, ...proxy.proofSha256].join(' ');

export type Cdn = NonNullable<Stage['cdn']>;

/** How much of a stage is watched. */
export const monitoringOf = ({ monitoring = 'basic' }: Stage): 'full' | 'basic' | 'none' => monitoring;

/** Who gets an e-mail of each alarm. */
export const recipientsOf = ({ alarms: { recipients } }: Stage): readonly string[] =>
  recipients === 'none' ? [] : recipients;

export type CustomDomain = NonNullable<Stage['domain']>;

/** The stages by their names. */
export type Stages = Readonly<Record<string, Stage>>;

const STAGES = fileURLToPath(new URL('../stages.json', import.meta.url));

/** What stack and resources can be named after. */
const STAGE_NAME = /^[a-z][a-z0-9-]{0,29}$/;

function parsed(text: string): Record<string, object> {
  const stages: unknown = JSON.parse(text);
  if (typeof stages !== 'object' || stages === null || Array.isArray(stages)) {
    throw new TypeError('it must be an object of stages by their names');
  }
  return { ...stages };
}

/**
 * The stages in the text of stages.json. Throws StageError with everything that is wrong: stage, field, rule and
 * value.
 */
export function stagesIn(text: string): Stages {
  let stages;
  try {
    stages = parsed(text);
  } catch (error) {
    throw new StageError(`stages.json cannot be read: ${(error as Error).message}.`, { cause: error });
  }
  const faults = Object.entries(stages).flatMap(([name, stage]) => [
    ...(STAGE_NAME.test(name)
      ? []
      : [
          `${name}: the name must be 1 to 30 lower-case letters, digits and hyphens, and begin with a letter.`,
        ]),
    ...faultsOf(stage).map((fault) => `${name}: ${fault}`),
  ]);
  if (faults.length > 0) throw new StageError(['stages.json has errors:', ...faults].join('\n  '));
  return Object.fromEntries(
    Object.entries(stages).map(([name, stage]) => [name, { name, ...stage } as Stage]),
  );
}

/** The stages of this project. Throws StageError. */
export const readStages = (): Stages => stagesIn(readFileSync(STAGES, 'utf8'));

/**
 * A stage for one person, with the settings of another stage and a mail domain below the other one's. It shares no
 * address, proxy, CDN, reservation, budget or table with it, and has no alarm topic.
 */
function copyOf(original: Stage, person: string): Stage {
  const {
    domain: _domain,
    baseUrl: _url,
    proxy: _proxy,
    cdn: _cdn,
    budgetDollars: _budget,
    publicConcurrency: _reserved,
    restoredTable: _table,
    mailIdentity: _identity,
    ...stage
  } = original;
  return {
    ...stage,
    name: `${stage.name}-${person}`,
    mailDomain: `${person}.${stage.mailDomain}`,
    monitoring: 'none',
    alarms: { ...stage.alarms, recipients: 'none' },
    deployment: 'atOnce',
  };
}

/** What a stage for one person can be a copy of. */
const isCopyable = ({ retainData }: Stage) => !retainData;

/** The addresses of a stage that may be no placeholders. */
function requiredAddresses(stage: Stage) {
  const { retainData, operator } = stage;
  const alarms = recipientsOf(stage).map((address) => ({
    field: 'alarms.recipients',
    address,
    domain: address.split('@').at(-1)!,
    asked: 'nobody would learn that an alarm rings. Set it in stages.json to e-mail addresses of yours',
  }));
  // What keeps no data is for trying things out.
  if (!retainData) return alarms;
  const asked = 'candidates would find nobody there. Set it in stages.json to one of yours';
  const { email, privacyUrl } = operator;
  return [
    ...alarms,
    { field: 'operator.email', address: email, domain: email.split('@').at(-1)!, asked },
    { field: 'operator.privacyUrl', address: privacyUrl, domain: new URL(privacyUrl).hostname, asked },
  ];
}

/** A stage that can be deployed. Throws StageError when it would send people, or mail, to placeholders. */
function deployable(stage: Stage): Stage {
  const faults = requiredAddresses(stage)
    .filter(({ domain }) => isPlaceholder(domain))
    .map(
      ({ field, address, asked }) =>
        `${stage.name}: ${field} names ${address}, which is a placeholder: ${asked}.`,
    );
  if (faults.length === 0) return stage;
  throw new StageError(faults.join('\n'));
}

/**
 * The stage with a name, or the copy of one: `dev-anna` is a copy of dev. Throws StageError when there is neither, and
 * when one of its addresses is a placeholder.
 */
export function stageNamed(stages: Stages, name: string): Stage {
  if (Object.hasOwn(stages, name)) return deployable(stages[name]!);
  const [, original = '', person = ''] = /^(.+)-([a-z0-9]{1,20})$/.exec(name) ?? [];
  if (Object.hasOwn(stages, original) && isCopyable(stages[original]!))
    return copyOf(stages[original]!, person);
  const choices = Object.values(stages).flatMap((stage) => [
    stage.name,
    ...(isCopyable(stage) ? [`${stage.name}-NAME for a copy of ${stage.name}`] : []),
  ]);
  throw new StageError(`There is no stage "${name}" in stages.json. Choose -c stage=${choices.join(', ')}.`);
}
