import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { serviceApp } from '../../lib/service-app.ts';
import { stackParts } from '../../lib/stack-names.ts';
import { StageSettings, type FieldSchema } from '../../lib/stage-schema.ts';
import {
  monitoringOf,
  readStages,
  StageError,
  findStage,
  parseStages,
  type Stage,
} from '../../lib/stages.ts';
import { section, settingRows, tableRows } from '../setup/markdown.ts';
import { everyOption, stages } from './two-stages.ts';

const { name: _name, monitoring: _monitoring, ...dev } = stages.dev;

/** The faults of a stage whose settings differ from those of dev. */
function faultsOf(changes: object): string[] {
  try {
    parseStages(JSON.stringify({ test: { ...dev, ...changes } }));
  } catch (error) {
    if (error instanceof StageError) return error.message.split('\n  ').slice(1);
    throw error;
  }
  return [];
}

/** Every field below a schema with its full name. */
const fieldsBelow = ({ properties = {} }: FieldSchema, path = ''): [string, FieldSchema][] =>
  Object.entries(properties).flatMap(([name, field]) => [
    [`${path}${name}`, field] as [string, FieldSchema],
    ...fieldsBelow(field, `${path}${name}.`),
  ]);

describe('the stages', () => {
  test('of stages.json have no errors', () => {
    expect(Object.keys(readStages())).not.toEqual([]);
  });

  test('can have every number and every name that is valid for a stack', () => {
    const names = ['dev', 'prod', 'prod-eu', 'x1'];
    const text = JSON.stringify(Object.fromEntries(names.map((name) => [name, dev])));
    expect(Object.values(parseStages(text)).map(({ name }) => name)).toEqual(names);
  });

  const { proxy, cdn } = everyOption;
  const origins = 'a list of different origins such as https://careers.example.com';
  const hashes = 'a list of one or two different SHA-256, each 64 hexadecimal digits in lower case';
  const addresses = '"none", or a list of 1 to 10 different e-mail addresses';
  const ofAddresses = [undefined, [], 'operator', ['operator'], ['a@b.test', 'a@b.test'], 'all'];

  test.each<[path: string, value: unknown, rule: string]>([
    ['timeZone', 'Toronto', 'an IANA time zone such as America/Toronto'],
    ['mailDomain', 'Jobs@Acme', 'a domain name in lower case such as jobs.example.com'],
    ['recoveryDays', 36, 'a whole number from 1 to 35'],
    ['retainData', 'yes', 'true or false'],
    ['throttling', 50, 'an object with employers, public and other'],
    ['throttling.public.rate', 0, 'a whole number from 1 to 10000'],
    ['throttling.other.burst', undefined, 'a whole number from 1 to 5000'],
    ['monitoring', 'on', '"full", "basic" or "none"'],
    ['browserOrigins', ['https://acme.test/'], origins],
    ['proxy.proofHeader', 'X-Proof: ', 'the name of a header such as X-Proxy-Proof'],
    ['proxy.proofSha256', ['secret'], hashes],
    ['cdn.secrets', [1, 1], 'a list of one or two different whole numbers from 1 to 999'],
    [
      'cdn.domain.certificateArn',
      'arn:aws:acm:ca-central-1:111122223333:certificate/1',
      'the ARN of a certificate of AWS Certificate Manager in us-east-1',
    ],
    [
      'cdn.webAclArn',
      'arn:aws:wafv2:ca-central-1:111122223333:regional/webacl/site/1',
      'the ARN of a web ACL of AWS WAF for CloudFront, in us-east-1',
    ],
    ['operator.email', 'Anna <a@acme.test>', 'an e-mail address'],
    ['operator.privacyUrl', 'ftp://acme.test', 'an http:// or https:// address'],
    ...ofAddresses.map((value): [string, unknown, string] => ['alarms.recipients', value, addresses]),
  ])('are refused with an error that names stage, field, rule and value: %s %j', (path, value, rule) => {
    const changes = structuredClone({
      ...dev,
      ...(path.startsWith('proxy') ? { proxy } : { cdn }),
    }) as object;
    const names = path.split('.');
    const parent = names.slice(0, -1).reduce((field, name) => Reflect.get(field, name) as object, changes);
    Reflect.set(parent, names.at(-1) ?? '', value);
    expect(faultsOf(changes)).toEqual([
      value === undefined
        ? `test: ${path} is missing: it must be ${rule}.`
        : `test: ${path} must be ${rule}, not ${JSON.stringify(value)}.`,
    ]);
  });

  test.each([
    [{ rateLimit: 'on' }, /^test: rateLimit is unknown; there are timeZone, .*rateLimits, /],
    [{ logDays: 8 }, /^test: logDays must be one of 1, 3, 5, 7, 14, .*, 3653, not 8\.$/],
  ])('are refused with an error that lists the fields or values: %j', (changes, fault) => {
    expect(faultsOf(changes)).toEqual([expect.stringMatching(fault)]);
  });

  const recipients = ['operator@acme.test'];

  test.each([
    [
      { retainData: true },
      'alarms.recipients must be a list of 1 to 10 different e-mail addresses where retainData is true: somebody has to learn that an alarm rings.',
    ],
    [
      { retainData: true, monitoring: 'none', alarms: { ...dev.alarms, recipients } },
      'monitoring must be "full" or "basic" where retainData is true.',
    ],
    [
      { deployment: 'gradual', monitoring: 'none' },
      'deployment must be "atOnce" where monitoring is "none": no alarm would undo a gradual deployment.',
    ],
    [
      { budgetDollars: 50, monitoring: 'none' },
      'budgetDollars must be left out where monitoring is "none": nobody would be notified.',
    ],
    [
      { publicConcurrency: 26, alarms: { ...dev.alarms, concurrencyQuota: 1_000 } },
      'publicConcurrency times 35 functions, and the 100 that AWS keeps for the others, must not be more than alarms.concurrencyQuota.',
    ],
  ])('are refused when their settings contradict each other: %j', (changes, fault) => {
    expect(faultsOf(changes)).toEqual([`test: ${fault}`]);
  });

  test.each([
    { retainData: true, alarms: { ...dev.alarms, recipients } },
    { publicConcurrency: 25, alarms: { ...dev.alarms, concurrencyQuota: 1_000 } },
    { monitoring: 'none' },
  ])('are accepted when their settings do not contradict each other: %j', (changes) => {
    expect(faultsOf(changes)).toEqual([]);
  });

  test('are not deployed while an address is a placeholder, such as the addresses of prod in stages.json', () => {
    expect(() => findStage(readStages(), 'prod')).toThrow(
      new StageError(
        [
          'prod: alarms.recipients names operator@example.com, which is a placeholder: nobody would learn that an alarm rings. Set it in stages.json to e-mail addresses of yours.',
          'prod: operator.email names operator@example.com, which is a placeholder: candidates would find nobody there. Set it in stages.json to one of yours.',
          'prod: operator.privacyUrl names https://example.com/privacy, which is a placeholder: candidates would find nobody there. Set it in stages.json to one of yours.',
        ].join('\n'),
      ),
    );
    expect(findStage(stages, 'prod').alarms.recipients).toEqual(['operator@acme.test']);
  });

  test.each([
    [undefined, 'none', 'none'],
    [undefined, recipients, 'basic'],
    ['basic', 'none', 'basic'],
    ['none', recipients, 'none'],
  ] as [Stage['monitoring'], Stage['alarms']['recipients'], string][])(
    'with monitoring %j and alarm recipients %j have the monitoring %s',
    (monitoring, to, level) => {
      const stage = { ...(monitoring && { monitoring }), alarms: { ...dev.alarms, recipients: to } };
      expect(monitoringOf(stage)).toBe(level);
    },
  );

  test.each(['dev', 'dev-anna'])(
    'without retained data are not deployed either while an address is a placeholder: %s',
    (name) => {
      const placeholders = { ...readStages()['dev']!, mailDomain: 'jobs.example.com' };
      const mailDomain = name === 'dev' ? 'jobs.example.com' : 'anna.jobs.example.com';
      expect(() => findStage({ dev: placeholders }, name)).toThrow(
        new StageError(
          [
            `${name}: operator.email names operator@example.com, which is a placeholder: candidates would find nobody there. Set it in stages.json to one of yours.`,
            `${name}: operator.privacyUrl names https://example.com/privacy, which is a placeholder: candidates would find nobody there. Set it in stages.json to one of yours.`,
            `${name}: mailDomain names ${mailDomain}, which is a placeholder: mail cannot leave. Set it in stages.json to a domain of yours, or leave it out.`,
          ].join('\n'),
        ),
      );
    },
  );

  test('may leave out mailDomain, as may their copies', () => {
    expect(faultsOf({ mailDomain: undefined })).toEqual([]);
    const { mailDomain: _domain, ...mailless } = stages.dev;
    expect(findStage({ dev: mailless }, 'dev-anna')).not.toHaveProperty('mailDomain');
  });

  test('with several errors are refused with one message that lists all errors', () => {
    const text = JSON.stringify({
      'Big One': {},
      test: { ...dev, logDays: 0, recoveryDays: 0 },
      other: null,
    });
    const faults = () => parseStages(text);
    expect(faults).toThrow(
      /^stages\.json has errors:\n {2}Big One: the name must be 1 to 30 lower-case letters, /,
    );
    expect(faults).toThrow('Big One: timeZone is missing');
    expect(faults).toThrow('test: logDays must be');
    expect(faults).toThrow('test: recoveryDays must be');
    expect(faults).toThrow('other: a stage must be an object with the settings of a stage, not null.');
  });

  test.each(['', '[]', '{ "dev": }'])('are refused when the content of the file is %j', (text) => {
    expect(() => parseStages(text)).toThrow(StageError);
    expect(() => parseStages(text)).toThrow(/^stages\.json cannot be read: .+\.$/);
  });

  test('have six stacks each, which docs/deploying.md lists in deployment order', () => {
    const page = readFileSync(new URL('../../docs/deploying.md', import.meta.url), 'utf8');
    const documentedParts = tableRows(section(page, 'The stacks of a stage')).map(([part]) => part);
    expect(documentedParts).toEqual([...stackParts]);
    expect(documentedParts).toHaveLength(6);
  });

  test('have the fields that docs/running.md explains, and dev has the required ones', () => {
    const page = readFileSync(new URL('../../docs/running.md', import.meta.url), 'utf8');
    const names = settingRows(page).map(({ name }) => name);
    expect(names.filter((name) => name !== name.toUpperCase()).toSorted()).toEqual(
      fieldsBelow(StageSettings)
        .flatMap(([name, { properties }]) => (properties ? [] : [name]))
        .toSorted(),
    );
    expect(Object.keys(readStages()['dev'] ?? {})).toEqual(['name', ...StageSettings.required]);
  });
});

describe('a personal stage', () => {
  const maximal = {
    ...stages.dev,
    domain: { name: 'dev.acme.test', certificateArn: 'arn' },
    budgetDollars: 50,
    publicConcurrency: 20,
    restoredTable: 'restored',
    mailIdentity: 'existing' as const,
    proxy: {
      addressHeader: 'X-Forwarded-For' as const,
      proofHeader: 'X-Proxy-Proof',
      proofSha256: ['0'.repeat(64)],
    },
    cdn: { secrets: [1] },
    alarms: { ...dev.alarms, recipients: ['team@acme.test'] },
  };

  test('is a copy of a stage with its own mail domain, without unique resources, monitoring and alarm recipients', () => {
    const { domain, budgetDollars, publicConcurrency, restoredTable, mailIdentity, proxy, cdn, ...settings } =
      maximal;
    const notCopied = [domain, budgetDollars, publicConcurrency, restoredTable, mailIdentity, proxy, cdn];
    expect(notCopied).not.toContain(undefined);
    expect(findStage({ dev: maximal }, 'dev-anna')).toEqual({
      ...settings,
      name: 'dev-anna',
      mailDomain: 'anna.dev.jobs.acme.test',
      monitoring: 'none',
      alarms: { ...dev.alarms, recipients: 'none' },
    });
  });

  test.each(['yes', 'false'])('is refused with -c maintenance=%s', (maintenance) => {
    const context = { stage: 'dev-anna', maintenance };
    expect(() => serviceApp({ stages, codeOf: () => Code.fromInline('none'), context })).toThrow(
      `-c maintenance must be on or off, not ${maintenance}.`,
    );
  });

  test.each(['anna', 'prod-anna', 'dev-', 'dev-Anna', 'toString', 'dev-anna-2'])(
    'cannot be called %s: the error lists the possible names',
    (name) => {
      expect(() => findStage(stages, name)).toThrow(
        `There is no stage "${name}" in stages.json. Choose -c stage=dev, dev-NAME for a copy of dev, prod.`,
      );
    },
  );

  test('is created only if no stage in stages.json has the name', () => {
    const both = { dev: stages.dev, 'dev-eu': { ...stages.dev, name: 'dev-eu', currency: 'EUR' } };
    expect(findStage(both, 'dev-eu').currency).toBe('EUR');
    expect(findStage(both, 'dev-eu-anna').currency).toBe('EUR');
  });
});
