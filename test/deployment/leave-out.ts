import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lacks, type Resource } from './lacking.ts';

// Loaded before `bin/app.ts`. Removes unsupported parts from the templates that the app has written, and records the
// number of removals.

interface Template {
  Resources: Record<string, Resource>;
}

interface Manifest {
  artifacts: Record<string, { type: string; properties: { templateFile: string } }>;
}

interface Reference {
  Ref?: string;
  'Fn::GetAtt'?: [string, string];
  /** The actions of a policy's statement. */
  Action?: unknown;
}

/** Replaces references to removed parts. */
const LEFT_OUT = 'left-out';

/** A template without the unsupported parts, and the count of each. */
function reduced({ Resources, ...rest }: Template) {
  const counts = new Map<string, number>();
  const isLacking = (isOf: (lack: (typeof lacks)[string]) => boolean | undefined) => {
    const [name] = Object.entries(lacks).find(([, lack]) => isOf(lack)) ?? [];
    if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1);
    return name !== undefined;
  };
  const remaining = Object.fromEntries(
    Object.entries(Resources).filter(([, resource]) => !isLacking((lack) => lack.resource?.(resource))),
  );
  const isGone = (id: string) => id in Resources && !(id in remaining);

  const text = JSON.stringify({ ...rest, Resources: remaining }, (key, value: unknown) => {
    // Only CodeDeploy reads this policy.
    if (key === 'UpdatePolicy') return undefined;
    if (key === 'DependsOn') return [value as string[]].flat().filter((id) => !isGone(id));
    if (typeof value !== 'object') return value;
    const { Ref = '', 'Fn::GetAtt': [id, name] = [Ref, ''], Action }: Reference = value ?? {};
    if (isLacking(({ action }) => action !== undefined && [Action].flat().includes(action))) {
      return { Effect: 'Allow', Action, Resource: '*' };
    }
    const isUnknown = () =>
      isLacking(({ attribute }) => attribute?.type === remaining[id]?.Type && attribute?.names.test(name));
    return isGone(id) || (name !== '' && isUnknown()) ? LEFT_OUT : value;
  });
  return { text, counts, resources: Object.keys(remaining).length };
}

process.on('exit', (code) => {
  if (code !== 0) return;
  const folder = process.env['CDK_OUTDIR'] ?? '';
  const readJson = (file: string): unknown => JSON.parse(readFileSync(join(folder, file), 'utf8'));
  const { artifacts } = readJson('manifest.json') as Manifest;
  const summaries: string[] = [];
  for (const [stack, { type, properties }] of Object.entries(artifacts)) {
    if (type !== 'aws:cloudformation:stack') continue;
    const { text, counts, resources } = reduced(readJson(properties.templateFile) as Template);
    writeFileSync(join(folder, properties.templateFile), text);
    const omissions = [...counts].map(([name, count]) => `${count} of ${name}`).join(', ');
    summaries.push(`${stack}: ${resources} resources; left out: ${omissions || 'nothing'}`);
  }
  writeFileSync(join(folder, 'left-out.txt'), summaries.join('\n'));
});
