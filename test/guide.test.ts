import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ruleNumbers } from '../pages/guide.ts';
import { ApplicationState } from '../schemas/application.ts';
import { clients } from './generators/clients.ts';
import { aJob } from './setup/a-job.ts';
import { chaptersToRun, generatorRecipes } from './setup/guide.ts';
import { fencedBlocks, tableRows } from './setup/markdown.ts';
import { tableStream } from './setup/table-stream.ts';
import { ownService } from './setup/own-service.ts';
import { createPartner } from './setup/partners.ts';
import { scriptRunner } from './setup/documented-scripts.ts';

// The log is stopped before its table is deleted.
afterAll(() => log.stop());

const service = await ownService();
const log = (await tableStream()).follow();
const { apiKey: partnerKey } = await createPartner(service.db);
const { saved, output } = await scriptRunner(service.origin, { PARTNER_KEY: partnerKey });

const guide = chaptersToRun();
const blocks = guide.flatMap(({ id, text }) => fencedBlocks(text).map((block) => ({ ...block, id })));

const MARK = '--- the next block';

/** Commands that wait for the state that a chapter's shell blocks need. */
const waitFor: Record<string, string> = {
  'follow-changes': `until curl "$URL/events?types=job.updated" -H "API-Key: $API_KEY" | grep -q job.updated; do :; done\n`,
};

/** Whether a block shows an error on purpose, so that curl must fail. */
const isRefusal = ({ id, language }: (typeof blocks)[number]) => id === 'errors' && language === 'sh';

describe('the guide', () => {
  test('contains code only in languages that the tests run, and shows the responses to that code', () => {
    expect(new Set(blocks.map(({ language }) => language))).toEqual(
      // HTML is in test/browser/embed.test.ts.
      new Set(['sh', 'js', 'ts', 'python', 'json', 'html']),
    );
    for (const { id } of guide) {
      const there = blocks.filter((block) => block.id === id).map(({ language }) => language);
      expect([id, ...there]).toEqual(expect.arrayContaining([id, 'sh', 'js']));
    }
  });

  test('has a command and a call for each generated client that the tests run', () => {
    const recipes = generatorRecipes();
    expect(new Set(recipes.keys())).toEqual(new Set(Object.values(clients).map(({ section }) => section)));
    for (const recipe of recipes.values()) {
      const [command, call] = fencedBlocks(recipe);
      expect([command?.language, call?.code]).toEqual(['console', expect.stringContaining('REQ-1')]);
    }
  });

  test('has at most 16 chapters of at most 900 words beside their code, each with rules numbered from 1', () => {
    expect(guide.length).toBeLessThanOrEqual(16);
    for (const chapter of guide) {
      const words = chapter.text.replaceAll(/^```[^]*?^```$/gm, '').match(/\S+/g) ?? [];
      expect([chapter.id, words.length > 900]).toEqual([chapter.id, false]);
      const numbers = ruleNumbers(chapter);
      expect([chapter.id, numbers]).toEqual([chapter.id, numbers.map((_, index) => String(index + 1))]);
      expect(numbers).not.toEqual([]);
    }
  });

  test('gives advice for every state of an application', () => {
    const { text = '' } = guide.find(({ id }) => id === 'receiving-applications') ?? {};
    const states = tableRows(text).flatMap(([cell = '']) => cell.match(/\w+/g) ?? []);
    expect(states.toSorted()).toEqual(ApplicationState.enum.toSorted());
  });

  describe('when its code is run in reading order, in one shell and one module, after the job of the README', () => {
    let outputs: string[];
    let written: string[];
    let jobs: { referenceId: string | null; title: string; status: string }[];
    let applications: unknown[];

    beforeAll(async () => {
      const employer = await service.newEmployer();
      const shell = blocks
        .filter(({ language }) => language === 'sh')
        .map(
          (block) =>
            `${waitFor[block.id] ?? ''}${block.code.trimEnd()}${isRefusal(block) ? ' || test $? = 22' : ''}`,
        );
      const module = blocks.filter(({ language }) => language === 'js' || language === 'ts');
      const file = await saved('ts', module.map(({ code }) => code).join('\n'), employer.apiKey);
      const ofReadme = ['REQ-2041', undefined].map((referenceId) => {
        const job = JSON.stringify(aJob({ referenceId, title: 'By hand', status: 'active' }));
        return `curl "$URL/jobs" -H "API-Key: $API_KEY" -H 'Content-Type: application/json' -d '${job}' > /dev/null`;
      });
      // The module gets the variables that the guide exports in the shell.
      const last = [...ofReadme, `exec '${process.execPath}' '${file}'`].join('\n');
      const all = ['unset API_KEY', ...shell, last].join(`\necho '${MARK}'\n`);
      const [, ...answers] = (await output('sh', all, employer.apiKey)).split(MARK);
      outputs = answers.map((text) => text.trim());
      written = outputs.pop()?.split('\n') ?? [];
      jobs = (await employer.get('/jobs?pageSize=100')).body.data;
      applications = (await employer.get('/applications')).body.data;
    });

    test('receives the responses that the guide shows', () => {
      let compared = 0;
      for (const [index, { language, code }] of blocks.entries()) {
        if (language !== 'json') continue;
        const before = blocks.slice(0, index).filter((block) => block.language === 'sh').length;
        expect(JSON.parse(outputs[before - 1] ?? '')).toMatchObject(JSON.parse(code));
        compared += 1;
      }
      expect(compared).toBeGreaterThan(5);
    });

    test('keeps its jobs open, archives missing jobs, erases applications, and changes no job without a referenceId', () => {
      const statuses = Object.groupBy(jobs, ({ referenceId }) => String(referenceId));
      const statusOf = (referenceId: string) => statuses[referenceId]?.map(({ status }) => status);
      expect(['REQ-7', 'REQ-8', 'REQ-9', 'REQ-2041'].map(statusOf)).toEqual([
        ['active'],
        ['active'],
        ['active'],
        ['archived'],
      ]);
      const titles = statuses['null']?.map(({ title, status }) => `${title}, ${status}`);
      // The shell does not change its first job, and the retried request creates only one job.
      expect(titles?.toSorted()).toEqual([
        'Baker, draft',
        'By hand, active',
        'Night Baker, Montreal, active',
        'Night Baker, draft',
      ]);
      expect(applications).toEqual([]);
    });

    test('prints the values that the service and the client return, yield and throw', () => {
      expect(written).toEqual(
        expect.arrayContaining([
          'Full Time',
          '200',
          expect.stringMatching(/^\d+ Pastry Chef$/),
          expect.stringMatching(/^Chocolatier (true|false)$/),
          'markup_removed /description',
          'Master Chocolatier',
          expect.stringMatching(/^Saint-Jean/),
          '5',
          'PUT 400 validation_failed',
          expect.stringMatching(/^\/locations\/0\/description .*Did you mean: Calgary, AB\?/),
          expect.stringMatching(/^400 \[/),
          'validation_failed',
          expect.stringMatching(/^\/title /),
          'Zoé Tremblay queued',
          '24 bytes',
          expect.stringMatching(/^\S+ job\.created key$/),
          'Acme Bakery: 0 jobs',
          'true',
        ]),
      );
      expect(written.join('\n')).not.toContain('undefined');
    });
  });
});
