import type { OpenApiDocument, OperationObject } from '../schemas/openapi/document.ts';
import { codeBlock } from './code.ts';
import { html, type Html } from './html.ts';
import { readableJson } from './readable-json.ts';

/** The origin in the samples; the page replaces it with its own. */
export const ORIGIN = 'http://localhost:3000';

/** One request, independent of the language of the sample. */
interface SampleRequest {
  method: string;
  address: string;
  /** Whether the API key is sent. */
  signed: boolean;
  headers: [string, string][];
  body: object | undefined;
  /** Whether the response has a body. */
  hasResponseBody: boolean;
}

/** The example request of an operation. */
export function sampleRequest(
  { servers: [server] }: Pick<OpenApiDocument, 'servers'>,
  path: string,
  method: string,
  operation: OperationObject,
): SampleRequest {
  const given = (operation.parameters ?? []).filter(
    ({ example, required, in: place }) => example !== undefined && (required || place === 'query'),
  );
  const of = (place: string) =>
    given
      .filter((parameter) => parameter.in === place)
      .map(({ name, example }): [string, string] => [name, String(example)]);
  const filled = of('path').reduce((text, [name, value]) => text.replace(`{${name}}`, value), path);
  const query = new URLSearchParams(of('query')).toString();
  const body = operation.requestBody?.content['application/json']?.example;
  return {
    method: method.toUpperCase(),
    address: `${ORIGIN}${server.url}${filled}${query && `?${query}`}`,
    signed: operation.security.length > 0,
    headers: [
      ...of('header'),
      ...(body === undefined ? [] : [['Content-Type', 'application/json'] as [string, string]]),
    ],
    body,
    hasResponseBody: Object.keys(operation.responses).some((status) => /^20[01]$/.test(status)),
  };
}

function curl({ method, address, signed, headers, body }: SampleRequest): string {
  const json = body && readableJson(body).replaceAll("'", "'\\''");
  return [
    `curl${method === 'GET' ? '' : ` -X ${method}`} '${address}'`,
    ...(signed ? ['-H "API-Key: $API_KEY"'] : []),
    ...headers.map(([name, value]) => `-H '${name}: ${value}'`),
    ...(body === undefined ? [] : [`-d '${json}'`]),
  ].join(' \\\n  ');
}

const propertyName = (name: string) => (/^\w+$/.test(name) ? name : `'${name}'`);

function javaScript({ method, address, signed, headers, body, hasResponseBody }: SampleRequest): string {
  const sent = [
    ...(signed ? ["'API-Key': env.API_KEY"] : []),
    ...headers.map(([name, value]) => `${propertyName(name)}: '${value}'`),
  ];
  const options = [
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    ...(sent.length === 0 ? [] : [`  headers: { ${sent.join(', ')} },`]),
    ...(body === undefined ? [] : [`  body: JSON.stringify(${readableJson(body, '  ')}),`]),
  ];
  const call =
    options.length === 0 ? `fetch('${address}')` : `fetch('${address}', {\n${options.join('\n')}\n})`;
  const imports = signed ? `import { env } from 'node:process';\n\n` : '';
  return `${imports}const response = await ${call};\nconsole.log(response.status, await response.${hasResponseBody ? 'json' : 'text'}());`;
}

const pythonWords: Record<string, string> = { true: 'True', false: 'False', null: 'None' };

/** JSON as a Python literal: outside strings only three words differ. */
const pythonLiteral = (value: unknown, indent: string) =>
  readableJson(value, indent).replace(
    /"(?:[^"\\]|\\.)*"|\b(?:true|false|null)\b/g,
    (token) => pythonWords[token] ?? token,
  );

function python({ method, address, signed, headers, body, hasResponseBody }: SampleRequest): string {
  const sent = [
    ...(signed ? ['"API-Key": os.environ["API_KEY"]'] : []),
    ...headers.map(([name, value]) => `"${name}": "${value}"`),
  ];
  const modules = [
    ...(body !== undefined || hasResponseBody ? ['json'] : []),
    ...(signed ? ['os'] : []),
    'urllib.error',
    'urllib.request',
  ];
  return [
    `import ${modules.join(', ')}`,
    '',
    'request = urllib.request.Request(',
    `    "${address}",`,
    ...(method === 'GET' ? [] : [`    method="${method}",`]),
    ...(sent.length === 0 ? [] : [`    headers={${sent.join(', ')}},`]),
    ...(body === undefined ? [] : [`    data=json.dumps(${pythonLiteral(body, '    ')}).encode(),`]),
    ')',
    'try:',
    '    with urllib.request.urlopen(request) as response:',
    `        print(response.status${hasResponseBody ? ', json.load(response)' : ''})`,
    'except urllib.error.HTTPError as error:',
    '    raise SystemExit(f"{error.code} {error.read().decode()}")',
  ].join('\n');
}

/** A request in every language. */
const samplesOf = (request: SampleRequest) => ({
  sh: curl(request),
  js: javaScript(request),
  python: python(request),
});

/** The code blocks of a request, for people to copy. */
export const samples = (request: SampleRequest): Html => {
  const { sh, js, python: py } = samplesOf(request);
  return html`<div class="samples">
    ${codeBlock(sh, 'sh')}${codeBlock(js, 'js')}${codeBlock(py, 'python')}
  </div>`;
};
