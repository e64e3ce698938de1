import { Ajv, type ErrorObject } from 'ajv';
import { settings } from '../functions/platform/config.ts';
import { StageSettings, type FieldSchema } from './stage-schema.ts';

const ajv = new Ajv({ allErrors: true, allowUnionTypes: true });
ajv.addVocabulary(['rule']);
ajv.addKeyword({
  keyword: 'setting',
  validate: (name: keyof typeof settings, value: unknown) => settings[name].read(String(value)) !== undefined,
});
const validate = ajv.compile(StageSettings);

/** A field of a stage with its schema: the deepest one on a path that has a rule. */
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
    const known = Object.keys(fieldAt(steps).schema.properties ?? {});
    return `${[...steps, params['additionalProperty']].join('.')} is unknown; there are ${known.join(', ')}.`;
  }
  const { path, schema } = fieldAt(steps);
  const name = path.join('.') || 'a stage';
  return `${name} must be ${schema.rule}, not ${JSON.stringify(valueAt(stage, path))}.`;
}

/** What is wrong with the settings of a stage: a sentence for each field, with its rule. Empty when nothing is. */
export function faultsOf(stage: unknown): string[] {
  validate(stage);
  return [...new Set((validate.errors ?? []).map((error) => sentenceOf(error, stage)))];
}
