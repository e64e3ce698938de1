import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { SynthesisMessageLevel } from 'aws-cdk-lib/cx-api';
import { serviceApp, type StageStacks } from '../../lib/service-app.ts';
import { stackParts, type StackPart } from '../../lib/stack-names.ts';
import type { Stage } from '../../lib/stages.ts';
import { stages } from './two-stages.ts';

// Skips a validation of ten seconds, which `npm run synth` does for stages.json, and test/bundles for every option.
process.env['CDK_VALIDATION'] ??= 'false';

const folder = mkdtempSync(join(tmpdir(), 'job-posting-service-'));

/** Removes the synthesised assemblies. */
export const removeAssemblies = () => rmSync(folder, { recursive: true });

const { context: cdkJson } = JSON.parse(readFileSync(new URL('../../cdk.json', import.meta.url), 'utf8')) as {
  context: Record<string, unknown>;
};

const context = {
  ...cdkJson,
  'aws:cdk:bundling-stacks': [],
  'aws:cdk:enable-path-metadata': true,
  'aws:cdk:enable-asset-metadata': true,
  'aws:cdk:disable-asset-staging': true,
  'aws:cdk:disable-stack-trace': true,
};

/** A bundle that contains only the function's name. */
function codeOf(functionName: string): Code {
  const path = join(folder, functionName);
  mkdirSync(path, { recursive: true });
  writeFileSync(join(path, 'index.mjs'), functionName);
  return Code.fromAsset(path);
}

// oxlint-disable-next-line typescript/no-explicit-any -- a template may hold anything
type Properties = Record<string, any>;

interface Resource {
  Type: string;
  Properties: Properties;
  DeletionPolicy?: string;
  UpdateReplacePolicy?: string;
  DependsOn?: string[];
  /** CodeDeploy's deployment group of an alias. */
  UpdatePolicy?: Record<string, Record<string, { Ref: string }>>;
  /** Undefined for resources that the CDK adds without a construct. */
  Metadata?: Record<string, string>;
}

interface StackTemplate {
  Parameters: Record<string, { Type: string; Default: string }>;
  Resources: Record<string, Resource>;
  Outputs?: Record<string, { Value: unknown }>;
}

type ByPart<T> = Record<StackPart, T>;

const byPart = <T>(of: (part: StackPart) => T) =>
  Object.fromEntries(stackParts.map((part) => [part, of(part)])) as ByPart<T>;

/** The values of the SSM parameters that stacks publish, by name. */
const handedOverBy = (templates: ByPart<StackTemplate>) =>
  new Map(
    Object.values(templates)
      .flatMap(({ Resources }) => Object.values(Resources))
      .filter(({ Type }) => Type === 'AWS::SSM::Parameter')
      .map(({ Properties }) => [String(Properties['Name']), Properties['Value'] as unknown]),
  );

/** Replaces references to SSM parameters in a part of a template by the published values. */
function resolved(value: unknown, names: ReadonlyMap<string, unknown>): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((each) => resolved(each, names));
  const { Ref: ref } = value as { Ref?: string };
  if (ref !== undefined && names.has(ref)) return names.get(ref);
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, resolved(each, names)]));
}

/** The resources of all stacks, as if they were in one. */
function mergeResources(templates: ByPart<StackTemplate>): Record<string, Resource> {
  const values = handedOverBy(templates);
  const all = Object.values(templates).flatMap(({ Parameters, Resources }) => {
    const names = new Map(
      Object.entries(Parameters).flatMap(([id, { Type, Default }]) =>
        Type === 'AWS::SSM::Parameter::Value<String>' && id !== 'BootstrapVersion'
          ? [[id, values.get(Default)] as const]
          : [],
      ),
    );
    return Object.entries(resolved(Resources, names) as Record<string, Resource>);
  });
  const resources = Object.fromEntries(all);
  if (Object.keys(resources).length < all.length) throw new Error('Two resources have one logical id.');
  return resources;
}

function assembled(app: App, stacks: StageStacks) {
  // Throws on every finding of cdk-nag, warnings included.
  const assembly = app.synth();
  const { directory } = assembly;
  // Annotations.fromStack would synthesise again.
  const messages = Object.values(stacks).flatMap(
    ({ artifactId }) => assembly.getStackArtifact(artifactId).messages,
  );
  const messagesOf = (level: SynthesisMessageLevel) =>
    messages.filter((message) => message.level === level).map(({ entry }) => JSON.stringify(entry.data));
  const templates = byPart((part) => Template.fromStack(stacks[part]).toJSON() as StackTemplate);
  const resources = mergeResources(templates);
  return {
    stacks,
    /** The template of each stack, as it is deployed. */
    templates,
    warnings: messagesOf(SynthesisMessageLevel.WARNING),
    notes: messagesOf(SynthesisMessageLevel.INFO),
    outputs: byPart((part) => templates[part].Outputs ?? {}),
    /** The resources of all stacks, with published values in place of references to parameters. */
    resources,
    /** The resources of a type, by logical id. */
    ofType: (type: string) => Object.entries(resources).filter(([, { Type }]) => Type === type),
    /** The only resource at a path of constructs below a stack. */
    at: (path: string): [string, Resource] => {
      const resource = Object.entries(resources).find(([, { Metadata }]) => {
        const [, ...steps] = Metadata?.['aws:cdk:path']?.split('/') ?? [];
        return steps.join('/') === `${path}/Resource`;
      });
      if (!resource) throw new Error(`There is no resource at ${path}.`);
      return resource;
    },
    /** The text of the bundle of a function. */
    bundleOf: ({ Metadata }: Resource) =>
      readFileSync(resolve(directory, Metadata?.['aws:asset:path'] ?? '', 'index.mjs'), 'utf8'),
  };
}

export type Synthesised = ReturnType<typeof assembled>;

/** The service in a stage that differs from prod. */
export function synthesiseWith(overrides: Partial<Stage>, maintenance: 'on' | 'off' = 'off'): Synthesised {
  const { app, stacks } = serviceApp({
    stages: { other: { ...stages.prod, ...overrides } },
    codeOf,
    outdir: mkdtempSync(join(folder, 'cdk-')),
    context: { ...context, maintenance },
  });
  return assembled(app, stacks[0]!);
}
