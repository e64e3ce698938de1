import { Ajv, type ErrorObject } from 'ajv';
import type { FromSchema } from 'json-schema-to-ts';
import { settings } from '../functions/platform/config.ts';
import { needsNoKey, serviceFunctions } from './functions.ts';
import { DEFAULT_QUOTA, StageSettings, type FieldSchema } from './stage-schema.ts';

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
    isWrong: ({ deployment, monitoring }) => deployment === 'gradual' && monitoring === 'none',
    fault:
      'deployment must be "atOnce" where monitoring is "none": no alarm would undo a gradual deployment.',
  },
  {
    isWrong: ({ budgetDollars, monitoring }) => budgetDollars !== undefined && monitoring === 'none',
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
export function faultsOf(stage: unknown): string[] {
  if (!validate(stage)) return [...new Set((validate.errors ?? []).map((error) => sentenceOf(error, stage)))];
  return combinationRules.flatMap(({ isWrong, fault }) => (isWrong(stage as Settings) ? [fault] : []));
}
