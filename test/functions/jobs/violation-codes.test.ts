import { expect, test } from '@jest/globals';
import { createUploadId } from '../../../functions/applications/intake/uploads.ts';
import { signingKey } from '../../../functions/platform/crypto/signing-key.ts';
import { RESUME_MAX_BYTES } from '../../../schemas/application.ts';
import { problemType } from '../../../schemas/problems.ts';
import { violations, warnings, type ViolationCode } from '../../../schemas/violations.ts';
import { aJob } from '../../setup/a-job.ts';
import { apply, aResume } from '../../setup/an-application.ts';
import { realLogo } from '../../setup/logos.ts';
import { textsInOtherEncodings, smallestFiles, withMacros } from '../../setup/resumes.ts';
import { jobsInMemory } from '../../setup/jobs-in-memory.ts';
import type { Client, Reply } from '../../setup/http-client.ts';
import { createPartnerClient } from '../../setup/partners.ts';
import { sharedService } from '../../setup/shared-service.ts';

const service = sharedService();

type Call = (acme: Client, headers?: Record<string, string>) => Promise<Reply>;

const creation =
  (fields: Record<string, unknown>): Call =>
  (_, headers) =>
    jobsInMemory().post('/jobs', aJob(fields), headers);

/** An application for a job of the employer. */
const application =
  (fields: Record<string, unknown>): Call =>
  async (acme, headers) =>
    apply(acme, (await acme.post('/jobs', aJob({ status: 'active' }))).body.id, fields, headers);

const withFile = (fileName: string, bytes: Uint8Array) => application({ resume: aResume(fileName, bytes) });

function withLogo(acme: Client, fileName: string, headers = {}): Promise<Reply> {
  const { bytes, mediaType } = realLogo(fileName);
  return acme.put('/employer/logo', bytes, { ...headers, 'content-type': mediaType });
}

/** An application with the id of a file that was not uploaded and expires in some minutes. */
const withUpload =
  (minutes: number): Call =>
  async (acme, headers) => {
    const { body: job } = await acme.post('/jobs', aJob({ status: 'active' }));
    const until = new Date(Date.now() + minutes * 60_000);
    const { id: file } = createUploadId(
      await signingKey(service.db),
      { employerId: job.employer.id, jobId: job.id },
      { fileName: 'cv.pdf', until },
    );
    return apply(acme, job.id, { resume: { file } }, headers);
  };

const at = (description: string) => creation({ locations: [{ description }] });

const active = (description: string) => ({ status: 'active', locations: [{ description }] });

/** An active job in Toronto that complies with the law. */
const inToronto = {
  ...active('Toronto, ON'),
  salary: { amount: 50_000, period: { id: 1 } },
  vacancy: 'existing',
  usesAi: false,
};

const employer = await service.newEmployer();

/** For each code, a request that breaks only the rule of the code. Strict handling turns warnings into violations. */
const requests: Record<ViolationCode, Call> = {
  required: creation({ title: undefined }),
  wrong_type: creation({ confidential: 'yes' }),
  malformed: creation({ closeDate: '2030-02-30' }),
  not_allowed: creation({ status: 'gone' }),
  empty: (acme) => acme.put('/jobs', aJob({ referenceId: '' })),
  too_long: creation({ title: 'x'.repeat(257) }),
  too_few: creation({ categories: [] }),
  too_many: creation({ categories: [{ id: 1 }, { id: 2 }, { id: 3 }, { id: 4 }] }),
  too_small: (acme) => acme.get('/jobs?page=0'),
  too_large: (acme) => acme.get('/jobs?pageSize=101'),
  too_many_decimals: creation({ salary: { amount: 0.00001, period: { id: 1 } } }),
  repeated: (acme) => acme.get('/jobs?page=1&page=2'),
  blank: creation({ description: '<p> </p>' }),
  below_amount: creation({ salary: { amount: 2, maxAmount: 1, period: { id: 1 } } }),
  location_required: at(' '),
  location_format: at('V6B 1A1 *'),
  location_province_unknown: at('Vancouver, XX'),
  location_not_found: at('Gotham'),
  location_wrong_province: at('Vancouver, ON'),
  location_ambiguous: at('Stratford'),
  location_province_required: at('Kitsilano'),
  question_unknown: application({ answers: [{ question: 'gone', value: 'Yes' }] }),
  consent_required: application({ consent: false }),
  file_empty: withFile('empty.pdf', Buffer.alloc(0)),
  file_too_large: withFile('large.txt', Buffer.alloc(RESUME_MAX_BYTES + 1, 'a')),
  file_type: withFile('program.exe', smallestFiles.pdf),
  file_content: withFile('text.pdf', smallestFiles.txt),
  file_encoding: withFile('Latin-1.txt', textsInOtherEncodings['Latin-1.txt'] ?? Buffer.alloc(0)),
  file_macros: withFile('macros.docx', withMacros['a project by its name.docx'] ?? Buffer.alloc(0)),
  image_animated: (acme, headers) => withLogo(acme, 'pillow-animated.png', headers),
  image_dimensions: (acme, headers) => withLogo(acme, 'pillow-wide.jpg', headers),
  file_unknown: application({ resume: { file: 'none' } }),
  file_expired: withUpload(-1),
  file_missing: withUpload(60),
  field_unknown: creation({ wage: 1 }),
  parameter_unknown: (acme, headers) => acme.get('/jobs?reference=R-1', headers),
  markup_removed: creation({ description: '<img>Cook' }),
  markup_escaped: creation({ description: '&lt;p&gt;Cook' }),
  empty_ignored: creation({ confidential: '' }),
  fixed_at_creation: async (_, headers) => {
    const partner = await createPartnerClient(service);
    await partner.newEmployer('C-1');
    return partner.put('/employers', { referenceId: 'C-1', test: true }, headers);
  },
  close_date_past: creation({ ...active('Calgary, AB'), closeDate: '2001-01-01' }),
  pay_missing: creation(active('Vancouver, BC')),
  pay_range_wide: creation({
    ...inToronto,
    salary: { amount: 50_000, maxAmount: 100_001, period: { id: 1 } },
  }),
  vacancy_missing: creation({ ...inToronto, vacancy: null }),
  ai_use_missing: creation({ ...inToronto, usesAi: null }),
  french_missing: creation({ ...active('Montréal, QC') }),
  employer_hidden: creation({ ...active('Montréal, QC'), language: 'fr', confidential: true }),
  experience_canadian: creation({ ...inToronto, title: 'Cook with Canadian experience' }),
  amount_rounded: creation({ salary: { amount: 20 + 224 / 100, period: { id: 1 } } }),
  auto_refresh_without_effect: creation({ autoRefresh: true }),
};

const codesOf = ({ body }: Reply) => body.errors.map(({ code }: { code: string }) => code);

test.each(Object.entries(requests))(
  'the violation code %s is the only one in the response to a request that breaks only its rule',
  async (code, send) => {
    const reply = await send(employer, { prefer: 'handling=strict' });
    expect([reply.status, codesOf(reply)]).toEqual([400, [code]]);
  },
);

test.each(Object.keys(warnings) as (keyof typeof warnings)[])(
  'the code of the warning %s is in the response to a request that succeeds',
  async (code) => {
    const { status, headers } = await requests[code](employer);
    expect(status).toBeLessThan(300);
    expect(headers.get('job-warning')).toMatch(new RegExp(`^${code};`));
  },
);

test('every violation code is explained on the documentation page of its problem', async () => {
  const { text } = await service.anyone.get(`${service.origin}${problemType('validation_failed')}`);
  const rows = [...text.matchAll(/<div id="(\w+)">\s*<dt><code>\1<\/code><\/dt>\s*<dd>(.*?)<\/dd>/gs)];
  expect(rows.map(([, code]) => code)).toEqual(Object.keys(violations));
  for (const [, , sentence] of rows) expect(sentence).toMatch(/^\S.{10,}\.$/s);
});
