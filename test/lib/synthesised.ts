import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, Stack, Validations } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { SynthesisMessageLevel } from 'aws-cdk-lib/cx-api';
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag';
import { JobApi } from '../../lib/job-api.ts';
import { Mail } from '../../lib/mail.ts';
import { serviceApp } from '../../lib/service-app.ts';
import { ServiceStack } from '../../lib/service-stack.ts';
import type { Stage } from '../../lib/stages.ts';
import { stages } from './two-stages.ts';

const folder = mkdtempSync(join(tmpdir(), 'job-posting-service-'));

/** Removes what was written. */
export const removeAssemblies = () => rmSync(folder, { recursive: true });

const { context: cdkJson } = JSON.parse(readFileSync(new URL('../../cdk.json', import.meta.url), 'utf8')) as {
  context: Record<string, unknown>;
};

const context = {
  ...cdkJson,
  'aws:cdk:bundling-stacks': [],
  'aws:cdk:enable-path-metadata': true,
  'aws:cdk:enable-asset-metadata': true,
};

/** A bundle that says whose it is. */
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
  /** For an alias, how CodeDeploy moves it. */
  UpdatePolicy?: Record<string, Record<string, { Ref: string }>>;
  /** Not of what the CDK adds without a construct. */
  Metadata?: Record<string, string>;
}

function assembled(app: App, stack: ServiceStack) {
  // Throws on every finding of cdk-nag and of the template validator, warnings included.
  const assembly = app.synth();
  const { directory } = assembly;
  // Annotations.fromStack would synthesise again.
  const { messages } = assembly.getStackArtifact(stack.artifactId);
  const said = (level: SynthesisMessageLevel) =>
    messages.filter((message) => message.level === level).map(({ entry }) => JSON.stringify(entry.data));
  const template = Template.fromStack(stack);
  const resources = template.toJSON()['Resources'] as Record<string, Resource>;
  const { stackName } = stack;
  return {
    stackName,
    terminationProtection: stack.terminationProtection,
    template,
    warnings: said(SynthesisMessageLevel.WARNING),
    notes: said(SynthesisMessageLevel.INFO),
    outputs: template.toJSON()['Outputs'] as Record<string, { Value: unknown }>,
    resources,
    /** The resources of a type, by logical id. */
    ofType: (type: string) => Object.entries(resources).filter(([, { Type }]) => Type === type),
    /** The one resource at a path of constructs below the stack. */
    at: (path: string): [string, Resource] => {
      const found = Object.entries(resources).find(
        ([, { Metadata }]) => Metadata?.['aws:cdk:path'] === `${stackName}/${path}/Resource`,
      );
      if (!found) throw new Error(`Nothing is at ${path}.`);
      return found;
    },
    /** The text of the bundle of a function. */
    bundleOf: ({ Metadata }: Resource) =>
      readFileSync(join(directory, Metadata?.['aws:asset:path'] ?? '', 'index.mjs'), 'utf8'),
  };
}

export type Synthesised = ReturnType<typeof assembled>;

/** The service in each stage, as `cdk synth` makes them. */
export function synthesiseStages(): Record<keyof typeof stages, Synthesised> {
  const { app, stacks } = serviceApp({ stages, codeOf, outdir: join(folder, 'cdk'), context });
  const [dev, prod, ...others] = stacks.map((stack) => assembled(app, stack));
  if (!dev || !prod || others.length > 0) throw new Error('There is not one stack for each stage.');
  return { dev, prod };
}

/** The service in a stage that differs from prod, not yet protected. */
export function synthesiseWith(overrides: Partial<Stage>, maintenance: 'on' | 'off' = 'off'): Synthesised {
  const app = new App({ outdir: mkdtempSync(join(folder, 'cdk-')), context });
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app), new ServerlessChecks(app));
  const stage = { ...stages.prod, ...overrides };
  return assembled(app, new ServiceStack(app, 'other', { stage, codeOf, protection: 'off', maintenance }));
}

/** The HTTP API alone, without routes, of a stage that differs from prod. */
export function apiWith(overrides: Partial<Stage>): { api: JobApi; template: Template } {
  const stack = new Stack();
  const api = new JobApi(stack, 'Http', { functions: [], stage: { ...stages.prod, ...overrides } });
  return { api, template: Template.fromStack(stack) };
}

/** What sends mail alone, of a stage that differs from prod, with the ARNs that it may send by. */
export function mailWith(overrides: Partial<Stage>): {
  mail: Mail;
  template: Template;
  sendingArns: unknown;
} {
  const stack = new Stack();
  const mail = new Mail(stack, 'Mail', { ...stages.prod, ...overrides });
  return { mail, template: Template.fromStack(stack), sendingArns: stack.resolve(mail.sendingArns) };
}
