import { describe, test } from '@jest/globals';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { requestTarget } from '../../bin/local/lambda.ts';
import { findRoute } from '../../bin/local/routes.ts';
import { hashApiKey } from '../../functions/accounts/domain/api-key.ts';
import { parseQuestions } from '../../functions/jobs/job/job-rules.ts';
import { checkAnswers } from '../../functions/applications/intake/answers.ts';
import { toJsonAnswers, splitForm } from '../../functions/applications/intake/parse-form.ts';
import { checkApplication } from '../../functions/applications/intake/new-application.ts';
import {
  decryptOwnNumber,
  verifyApplicationToken,
} from '../../functions/applications/application/application.ts';
import { isTooFast } from '../../functions/applications/intake/apply-page.ts';
import { foldSearched } from '../../functions/platform/text.ts';
import { forwardedAddress, viewerAddress } from '../../functions/http/client-address.ts';
import { countedAddress } from '../../functions/applications/intake/admission.ts';
import { foldName, provinceOf } from '../../functions/reference/domain/location.ts';
import {
  checkContent,
  cleanFileName,
  resumeTypeOf,
} from '../../functions/applications/intake/resumes/resume-file.ts';
import { contentDisposition } from '../../functions/platform/files/file-store.ts';
import { pathNotFound } from '../../functions/documentation/page-response.ts';
import { contentlessResponse, parseConditions } from '../../functions/http/operation-response.ts';
import { toJsonFields, parseForm } from '../../functions/http/form-body.ts';
import { formats, type Format } from '../../functions/validation/formats.ts';
import { acceptsGzip } from '../../functions/http/content-coding.ts';
import { parseIdempotencyKey } from '../../functions/idempotency/idempotency.ts';
import { type Incoming, acceptedLanguage } from '../../functions/http/incoming.ts';
import { parseJson } from '../../functions/http/json-body.ts';
import { detectLanguage, questionsIn } from '../../functions/jobs/job/job-language.ts';
import { acceptsJson, checkMediaType } from '../../functions/http/request-body.ts';
import { validate } from '../../functions/http/validate.ts';
import { applyForm } from '../../pages/public/apply-form.ts';
import { ApplicationCreate, resumeTypes, type ResumeType } from '../../schemas/application.ts';
import { BODY_MAX_DEPTH } from '../../schemas/limits.ts';
import { jobQuestions } from '../setup/body-encodings.ts';
import { aMailedApplication, renderMail } from '../setup/a-mail.ts';
import { anApplication } from '../setup/an-application.ts';
import { leastCpuTime } from '../setup/cpu-time.ts';
import { singleSecret } from '../setup/only-secret.ts';
import { smallestFiles } from '../setup/resumes.ts';
import { seededRandom } from '../setup/random.ts';
import { zipOf } from '../setup/zip-file.ts';

/** The length of long texts in characters, about a quarter of the longest body; short texts have a quarter of it. */
const LONG = 128 * 1024;

/** The length of long generated texts, which are many, in characters: more than the longest header. */
const GENERATED = 32 * 1024;

/** The maximum cost ratio for four times the length: linear growth has a ratio of 4, quadratic growth 16. */
const MAX_GROWTH = 8;

/** A CPU time in milliseconds that is harmless regardless of its growth. */
const NEGLIGIBLE = 20;

type Shape = (length: number) => string;

const repeated =
  (text: string, before = '', after = ''): Shape =>
  (length) =>
    before + text.repeat(Math.floor(length / text.length)) + after;

/** Fails when the cost of `work` grows too fast between two texts of a shape, one four times as long as the other. */
async function expectToGrowWithLength(shape: Shape, work: (text: string) => unknown, long = LONG) {
  const cost = (length: number, quickEnough = 0) => {
    const text = shape(length);
    return leastCpuTime(() => work(text), { quickEnough, runs: 8 });
  };
  if ((await cost(long, NEGLIGIBLE)) <= NEGLIGIBLE) return;
  const most = Math.max(NEGLIGIBLE, MAX_GROWTH * (await cost(long / 4)));
  const least = await cost(long, most);
  if (least > most) throw new Error(`${least} ms of ${JSON.stringify(shape(40))}, at most ${most} ms`);
}

function parse(text: string): unknown {
  try {
    return parseJson(text, { maxDepth: BODY_MAX_DEPTH });
  } catch (error) {
    return error;
  }
}

/** Numbered members, which are as many as fit into the length. */
const numbered =
  (before: string, member: (n: number) => string, after: string): Shape =>
  (length) =>
    before + Array.from({ length: length / 10 }, (_, n) => member(n)).join(',') + after;

const jsonShapes: Record<string, Shape> = {
  'objects that never end': repeated('{"'),
  'arrays that never end': repeated('['),
  'one number': repeated('1', '{"a":', '}'),
  'one exponent': repeated('1', '{"a":1e', '}'),
  'numbers that no double holds': repeated('1234567890123456789,', '[', '1]'),
  'reserved names': repeated('{"__proto__":1},', '[', '1]'),
  'one name': repeated('a', '{"', '":1}'),
  'many names': numbered('{', (n) => `"${n}":1`, '}'),
};

test.each(Object.entries(jsonShapes))(
  'the cost of parsing JSON grows in proportion to the length of %s',
  (_, shape) => expectToGrowWithLength(shape, parse),
);

test.each(
  Object.entries({
    'many questions': numbered('[', (n) => `{"id":"${n}"}`, ']'),
    'many options': numbered('[{"options":[', (n) => `"${n}"`, ']}]'),
  }),
)('the cost of validating the questions of a job grows in proportion to the length of %s', (_, shape) =>
  expectToGrowWithLength(shape, (text) => parseQuestions(JSON.parse(text) as object[]), 4 * LONG),
);

const pdf = (text: string) => Buffer.from(`%PDF-1.4\n${text}\n%%EOF\n`);
const rtf = (text: string) => Buffer.from(`{\\rtf${text}}`);

describe('the cost of checking a résumé', () => {
  const MAIN = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';
  const OPEN_TYPE = 'application/vnd.oasis.opendocument.text';
  const relations = (text: string) =>
    zipOf({ '[Content_Types].xml': MAIN, '_rels/.rels': text }, { stored: true });
  const content = (text: string) => zipOf({ mimetype: OPEN_TYPE, 'content.xml': text }, { stored: true });
  const shapes: [type: ResumeType, file: (text: string) => Buffer, pieces: string[]][] = [
    [
      'pdf',
      pdf,
      ['/S%', '/S ', '/S\n', '/First 1 ', '/First 1 0 R ', '/First 1 stream\n', 'stream\n', 'obj', '%', '('],
    ],
    ['rtf', rtf, ['\\template ', '\\template{', '\\obj', '\\', '{']],
    [
      'docx',
      relations,
      ['<', '<Relationship ', '<Relationship Type="', "<Relationship Type='a' ", '&#1;', ' '],
    ],
    ['odt', content, ['<', '<a:', 'a.', '&#1;', '"macro']],
    ['txt', (text) => Buffer.from(text, 'latin1'), ['é', '\0a', ' ']],
  ];
  const rows = shapes.flatMap(([type, file, pieces]) => pieces.map((piece) => [type, piece, file] as const));

  test.each(rows)('grows in proportion to the length of a .%s file of repeated %j', (type, piece, file) =>
    expectToGrowWithLength(repeated(piece), (text) => checkContent(type, file(text))),
  );
});

/** Pieces of separators, escapes, quotes, numbers and letters. */
const pieces =
  ' |\t|.|,|;|=|&|%|%41|%E9|+|"|\\|\\"|/|-|:|*|(|<|>|@|#|0|a|Z|é|\u0301|\u202A|\u2067|\u00AD|\r\n|\n|\0|W/|"a"|q=0|{|['.split(
    '|',
  );

const seed = Number(process.env['SHAPES_SEED'] ?? Math.trunc(Math.random() * 2 ** 31));
const number = seededRandom(seed);
const anyPiece = () => pieces[Math.floor(number() * pieces.length)] ?? '';

/** Texts that repeat each piece, and random combinations of pieces, with each beginning. */
const generated = (befores: readonly string[]): Shape[] =>
  befores.flatMap((before) => [
    ...pieces.flatMap((piece) => ['', 'x', '\n!', 'x.a'].map((after) => repeated(piece, before, after))),
    ...Array.from({ length: 60 }, () => repeated(anyPiece() + anyPiece(), before, anyPiece())),
    ...Array.from({ length: 60 }, () =>
      repeated(anyPiece() + anyPiece() + anyPiece(), before + anyPiece(), 'x'),
    ),
  ]);

/** A request with untrusted fields. */
const request = (fields: object) =>
  ({
    rawQueryString: '',
    rawPath: '/',
    headers: {},
    requestContext: {
      http: { method: 'GET', sourceIp: '192.0.2.1' },
      requestId: '',
      domainName: 'example.com',
    },
    ...fields,
  }) as unknown as Incoming & APIGatewayProxyEventV2;

const withHeader = (name: string, text: string) => request({ headers: { [name]: text } });

/** The result of a reader, or the error with which it refuses its input. */
function answerOf(read: () => unknown): unknown {
  try {
    return read();
  } catch (error) {
    return error;
  }
}

const secret = Buffer.alloc(32);
const readJob = validate('getJob');
const readList = validate('listJobs');
const readApplication = validate('createApplication');
const multipart = 'multipart/form-data; boundary=x';
const disposition = '--x\r\nContent-Disposition: form-data; ';

const formAs = (contentType: string) => (text: string) =>
  toJsonFields(
    parseForm(request({ body: text, headers: { 'content-type': contentType } }), Infinity),
    ApplicationCreate,
  );

const letter = (field: string) => (text: string) => {
  const event = request({ body: { ...anApplication(), [field]: text } });
  const submission = readApplication(event).submission as Parameters<typeof checkApplication>[0];
  return checkApplication(submission, [], async () => null);
};

const parsedQuestions = questionsIn({ questions: jobQuestions, translations: null });

type Reader = [read: (text: string) => unknown, befores?: string[]];

/** All readers of untrusted text, by name: the function, and possible beginnings of the text. */
const readers: Record<string, Reader> = {
  'a urlencoded form': [formAs('application/x-www-form-urlencoded'), ['', 'name=', '&=%41']],
  'a form in parts': [
    formAs(multipart),
    [
      '',
      '--x',
      '--x\r\n',
      `${disposition}name="`,
      `${disposition}name=a; filename="`,
      `${disposition}name=a\r\n\r\n`,
    ],
  ],
  'the type of a form': [
    (text) => formAs(`multipart/form-data${text}`)('--x--'),
    ['', ';', '; boundary=', '; boundary="', '; charset='],
  ],
  'the headers of a part': [
    (text) => formAs(multipart)(`--x\r\n${text}\r\n\r\n\r\n--x--`),
    ['', 'a:', 'Content-Type: '],
  ],
  'Content-Type': [
    (text) => checkMediaType(withHeader('content-type', text)),
    ['', 'application/json', 'application/json;'],
  ],
  'Content-Encoding': [(text) => checkMediaType(withHeader('content-encoding', text))],
  'Accept of a résumé': [
    (text) => acceptsJson(withHeader('accept', text)),
    ['', 'application/json;', ', application/json', ' '],
  ],
  'If-Match': [
    (text) => parseConditions(withHeader('if-match', text), { method: 'PUT' }, []),
    ['', '"', 'W/"a",'],
  ],
  'If-None-Match of a page': [
    (text) => contentlessResponse(withHeader('if-none-match', text), { etag: 'W/"a"' }, {}),
    ['', '"', 'W/"a",'],
  ],
  Accept: [(text) => pathNotFound(withHeader('accept', text)), ['', 'text/html']],
  'Accept-Language': [(text) => acceptedLanguage(withHeader('accept-language', text)), ['', 'fr', 'fr;q=']],
  'Accept-Encoding': [
    (text) => acceptsGzip(withHeader('accept-encoding', text)),
    ['', 'gzip', 'gzip;q=0', '*;q='],
  ],
  'a text whose language is asked': [detectLanguage, ['', 'le ', 'the ', 'A', '<']],
  Prefer: [(text) => readJob(withHeader('prefer', text)), ['', 'handling', 'handling="strict', 'return=']],
  'Idempotency-Key': [(text) => parseIdempotencyKey(text, {}, [])],
  'X-Forwarded-For': [(text) => forwardedAddress(text, '192.0.2.1'), ['', '[', '1.1.1.1,']],
  'CloudFront-Viewer-Address': [viewerAddress, ['', '[', '::1']],
  'an IP address': [countedAddress, ['', '::', '::ffff:1']],
  'an API key': [hashApiKey, ['', 'jps_']],
  'a query': [(text) => readList(request({ rawQueryString: text })), ['', 'q=', 'referenceId=', '&page=']],
  'a path': [
    (text) => pathNotFound(request({ rawPath: text, headers: { accept: 'text/html' } })),
    ['', '/', '/docs/'],
  ],
  'a path of the local gateway': [(text) => findRoute('GET', text), ['', '/', '/jobs/', '/api/v1.1/jobs/']],
  'the target of a request': [requestTarget, ['', 'http://', 'https://a']],
  'a token': [(text) => verifyApplicationToken(singleSecret(secret), text), ['', 'a.']],
  'a cursor': [(text) => decryptOwnNumber(secret, 1, text)],
  'the time of a form': [(text) => isTooFast(singleSecret(secret), '1', text, new Date(0)), ['', '1.']],
  'the name of a file': [(text) => cleanFileName(text, 'pdf'), ['', 'a', 'a/', 'a.pdf']],
  'the ending of a file': [resumeTypeOf, ['', 'a', 'a.pdf']],
  'the header with the name of a file': [contentDisposition],
  'a place': [foldName],
  'a province': [provinceOf],
  'a search': [foldSearched],
  ...Object.fromEntries(
    Object.entries<Format>(formats)
      .filter(([, { type }]) => type === undefined)
      .map(([name, { validate: check }]): [string, Reader] => [
        `the format ${name}`,
        [check as Reader[0], ['', 'a@', 'https://', '2026-']],
      ]),
  ),
  'a name': [letter('name')],
  'an e-mail address': [letter('email'), ['', 'a@', 'a@b.']],
  'a letter': [letter('coverLetter')],
  'an answer': [(value) => checkAnswers(parsedQuestions, [{ question: 'why', value }]), ['', '1', '2031-']],
  'the id of an answer': [(question) => checkAnswers(parsedQuestions, [{ question, value: 'x' }])],
  'a form with answers': [
    (text) =>
      toJsonAnswers(
        splitForm(Array.from({ length: 50 }, () => ({ name: 'answer.why', text }))).typed,
        jobQuestions,
      ),
    ['', '-1'],
  ],
  'a form with a letter': [
    (coverLetter) =>
      applyForm(
        { publicId: '1', postingUrl: '/', action: '', issued: '', retentionDays: 1, typed: { coverLetter } },
        { language: 'en', isChosen: false },
      ),
  ],
  JSON: [parse, ['', '{"', '{"a":', '{"a":"', '[', '{"a":1']],
  ...Object.fromEntries(
    (Object.keys(resumeTypes) as ResumeType[]).map((type): [string, Reader] => {
      const file = smallestFiles[type];
      const check: Reader[0] = (text) => checkContent(type, Buffer.concat([file, Buffer.from(text), file]));
      return [`a file called .${type}`, [check, ['', file.toString('latin1')]]];
    }),
  ),
};

/** Jest's `--silent` does not hide this output. */
process.stderr.write(`parsing cost: SHAPES_SEED=${seed} repeats the generated texts\n`);

describe('the cost of parsing untrusted text', () => {
  test.each(Object.entries(readers))(
    'grows in proportion to the length of %s',
    async (_, [read, befores = ['']]) => {
      for (const shape of generated(befores)) {
        await expectToGrowWithLength(shape, (text) => answerOf(() => read(text)), GENERATED);
      }
    },
  );

  test('includes that of a mail, whose rendering grows in proportion to the letter of an application', async () => {
    for (const piece of pieces) {
      await expectToGrowWithLength(
        repeated(piece),
        (coverLetter) => renderMail(aMailedApplication({ coverLetter })),
        GENERATED,
      );
    }
  });
});
