import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { FromSchema } from 'json-schema-to-ts';
import { DEFAULT_QUOTA, StageSettings, type FieldSchema } from './stage-schema.ts';
import { Ajv, type ErrorObject } from 'ajv';
import { settings } from '../functions/platform/config.ts';
import { needsNoKey, serviceFunctions } from './functions.ts';

/** Whether a domain is reserved for examples (RFC 2606), so that it cannot be registered. */
const isPlaceholder = (domain: string): boolean => /(?:^|\.)example(?:\.com|\.net|\.org)?$/.test(domain);

/** The stages are invalid. The message lists the faults for the operator. */
export class StageError extends Error {}

/** One deployment of the service: its name, and its settings in stages.json. */
export interface Stage extends FromSchema<typeof StageSettings> {
  name: string;
}

/** The configured URL of the service; undefined if clients may use the API's own domain or several domains. */
export const baseUrlOf = ({ baseUrl, domain }: Stage): string | undefined =>
  baseUrl ?? (domain?.only ? `https://${domain.name}` : undefined);

/**
 * The setting TRUSTED_PROXY for the proxy of a stage: its headers for client addresses and for its proof, and the
 * hashes of valid proofs.
 */
export const trustedProxyOf = ({ proxy }: Stage): string | undefined =>
  proxy && [proxy.addressHeader, proxy.proofHeader, ...proxy.proofSha256].join(' ');

export type Cdn = NonNullable<Stage['cdn']>;

/** Without recipients there is no monitoring by default: alarms that reach nobody cost $9 a month. */
export const monitoringOf = ({
  monitoring,
  alarms,
}: Pick<Settings, 'monitoring' | 'alarms'>): 'full' | 'basic' | 'none' =>
  monitoring ?? (alarms.recipients === 'none' ? 'none' : 'basic');

export const recipientsOf = ({ alarms: { recipients } }: Stage): readonly string[] =>
  recipients === 'none' ? [] : recipients;

export type CustomDomain = NonNullable<Stage['domain']>;

export type Stages = Readonly<Record<string, Stage>>;

const ajv = new Ajv({ allErrors: true, allowUnionTypes: true });
ajv.addVocabulary(['rule']);
ajv.addKeyword({
  keyword: 'setting',
  validate: (name: keyof typeof settings, value: unknown) => settings[name].read(String(value)) !== undefined,
});
const validate = ajv.compile(StageSettings);

/** The deepest field with a rule on a path, and its schema. */
interface Field {
  path: string[];
  schema: FieldSchema;
}

function fieldAt(steps: readonly string[]): Field {
  const field: Field = { path: [], schema: StageSettings };
  for (const step of steps) {
    const next = field.schema.properties?.[step];
    if (!next) break;
    field.path.push(step);
    field.schema = next;
  }
  return field;
}

const valueAt = (root: unknown, path: readonly string[]): unknown =>
  path.reduce((value, step) => (value as Record<string, unknown>)[step], root);

function sentenceOf({ instancePath, keyword, params }: ErrorObject, stage: unknown): string {
  const steps = instancePath.split('/').slice(1);
  if (keyword === 'required') {
    const { path, schema } = fieldAt([...steps, params['missingProperty']]);
    return `${path.join('.')} is missing: it must be ${schema.rule}.`;
  }
  if (keyword === 'additionalProperties') {
    const fieldNames = Object.keys(fieldAt(steps).schema.properties ?? {});
    return `${[...steps, params['additionalProperty']].join('.')} is unknown; there are ${fieldNames.join(', ')}.`;
  }
  const { path, schema } = fieldAt(steps);
  const name = path.join('.') || 'a stage';
  return `${name} must be ${schema.rule}, not ${JSON.stringify(valueAt(stage, path))}.`;
}

type Settings = FromSchema<typeof StageSettings>;

/** The concurrency that Lambda reserves for functions without a reservation. */
const UNRESERVED = 100;

const functionsWithoutKey = serviceFunctions.filter(needsNoKey).length;

/** Rules for combinations of settings that are valid on their own. */
const combinationRules: readonly { isWrong: (stage: Settings) => boolean; fault: string }[] = [
  {
    isWrong: ({ retainData, alarms }) => retainData && alarms.recipients === 'none',
    fault:
      'alarms.recipients must be a list of 1 to 10 different e-mail addresses where retainData is true: somebody has to learn that an alarm rings.',
  },
  {
    isWrong: ({ retainData, monitoring }) => retainData && monitoring === 'none',
    fault: 'monitoring must be "full" or "basic" where retainData is true.',
  },
  {
    isWrong: (stage) => stage.deployment === 'gradual' && monitoringOf(stage) === 'none',
    fault:
      'deployment must be "atOnce" where monitoring is "none": no alarm would undo a gradual deployment.',
  },
  {
    isWrong: (stage) => stage.budgetDollars !== undefined && monitoringOf(stage) === 'none',
    fault: 'budgetDollars must be left out where monitoring is "none": nobody would be notified.',
  },
  {
    isWrong: ({ publicConcurrency, alarms: { concurrencyQuota = DEFAULT_QUOTA } }) =>
      publicConcurrency !== undefined &&
      publicConcurrency * functionsWithoutKey + UNRESERVED > concurrencyQuota,
    fault: `publicConcurrency times ${functionsWithoutKey} functions, and the ${UNRESERVED} that AWS keeps for the others, must not be more than alarms.concurrencyQuota.`,
  },
];

/** The faults of a stage's settings, a sentence with the rule for each field. */
function faultsOf(stage: unknown): string[] {
  if (!validate(stage)) return [...new Set((validate.errors ?? []).map((error) => sentenceOf(error, stage)))];
  return combinationRules.flatMap(({ isWrong, fault }) => (isWrong(stage as Settings) ? [fault] : []));
}

const STAGES = fileURLToPath(new URL('../stages.json', import.meta.url));

/** A name that is valid in names of stacks and resources. */
const STAGE_NAME = /^[a-z][a-z0-9-]{0,29}$/;

function parsed(text: string): Record<string, object> {
  const stages: unknown = JSON.parse(text);
  if (typeof stages !== 'object' || stages === null || Array.isArray(stages)) {
    throw new TypeError('it must be an object of stages by their names');
  }
  return { ...stages };
}

/** Parses the text of stages.json. Throws StageError with all faults: stage, field, rule and value. */
export function parseStages(text: string): Stages {
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

export const readStages = (): Stages => parseStages(readFileSync(STAGES, 'utf8'));

/**
 * A stage for one person, with the settings of another stage and a subdomain of its mail domain. The copy has no
 * domain, proxy, CDN, reservation, budget or restored table, and no monitoring.
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
    mailDomain,
    ...stage
  } = original;
  return {
    ...stage,
    name: `${stage.name}-${person}`,
    ...(mailDomain !== undefined && { mailDomain: `${person}.${mailDomain}` }),
    monitoring: 'none',
    alarms: { ...stage.alarms, recipients: 'none' },
    deployment: 'atOnce',
  };
}

const isCopyable = ({ retainData }: Stage) => !retainData;

function requiredAddresses(stage: Stage) {
  const { mailDomain, operator } = stage;
  const alarms = recipientsOf(stage).map((address) => ({
    field: 'alarms.recipients',
    address,
    domain: address.split('@').at(-1)!,
    consequence: 'nobody would learn that an alarm rings. Set it in stages.json to e-mail addresses of yours',
  }));
  const consequence = 'candidates would find nobody there. Set it in stages.json to one of yours';
  const { email, privacyUrl } = operator;
  return [
    ...alarms,
    { field: 'operator.email', address: email, domain: email.split('@').at(-1)!, consequence },
    { field: 'operator.privacyUrl', address: privacyUrl, domain: new URL(privacyUrl).hostname, consequence },
    ...(mailDomain === undefined
      ? []
      : [
          {
            field: 'mailDomain',
            address: mailDomain,
            domain: mailDomain,
            consequence: 'mail cannot leave. Set it in stages.json to a domain of yours, or leave it out',
          },
        ]),
  ];
}

/**
 * Returns the stage if it can be deployed. Throws StageError when one of its addresses is a placeholder.
 */
function deployable(stage: Stage): Stage {
  const faults = requiredAddresses(stage)
    .filter(({ domain }) => isPlaceholder(domain))
    .map(
      ({ field, address, consequence }) =>
        `${stage.name}: ${field} names ${address}, which is a placeholder: ${consequence}.`,
    );
  if (faults.length === 0) return stage;
  throw new StageError(faults.join('\n'));
}

/**
 * The stage with a name, or a copy for one person: `dev-anna` is a copy of dev. Throws StageError when there is no such
 * stage, or when one of its addresses is a placeholder.
 */
export function findStage(stages: Stages, name: string): Stage {
  if (Object.hasOwn(stages, name)) return deployable(stages[name]!);
  const [, original = '', person = ''] = /^(.+)-([a-z0-9]{1,20})$/.exec(name) ?? [];
  if (Object.hasOwn(stages, original) && isCopyable(stages[original]!))
    return deployable(copyOf(stages[original]!, person));
  const choices = Object.values(stages).flatMap((stage) => [
    stage.name,
    ...(isCopyable(stage) ? [`${stage.name}-NAME for a copy of ${stage.name}`] : []),
  ]);
  throw new StageError(`There is no stage "${name}" in stages.json. Choose -c stage=${choices.join(', ')}.`);
}
