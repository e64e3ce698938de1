import { readableJson } from './readable-json.js';

function curl({ method, address, signed, headers, body, file, redirects }) {
  const json = body && readableJson(body).replaceAll("'", "'\\''");
  return [
    `curl --fail-with-body${method === 'GET' ? '' : ` -X ${method}`} '${address}'`,
    // The API key stays here: nothing is sent to the other address yet.
    ...(redirects ? ["-o /dev/null -w '%{redirect_url}\\n'"] : []),
    ...(signed ? ['-H "API-Key: $API_KEY"'] : []),
    ...headers.map(([name, value]) => `-H '${name}: ${value}'`),
    ...(body === undefined ? [] : [`-d '${json}'`]),
    ...(file === undefined ? [] : [`--data-binary '@${file}'`]),
  ].join(' \\\n  ');
}

const propertyName = (name) => (/^\w+$/.test(name) ? name : `'${name}'`);

function javaScriptOutcome({ hasResponseBody, redirects }) {
  if (redirects) return "response.status, response.headers.get('location')";
  return hasResponseBody ? 'response.status, await response.json()' : 'response.status';
}

function javaScript(request) {
  const { method, address, signed, headers, body, file, redirects } = request;
  const sent = [
    ...(signed ? ["'API-Key': env.API_KEY"] : []),
    ...headers.map(([name, value]) => `${propertyName(name)}: '${value}'`),
  ];
  const options = [
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    ...(sent.length === 0 ? [] : [`  headers: { ${sent.join(', ')} },`]),
    ...(signed ? [`  redirect: '${redirects ? 'manual' : 'error'}',`] : []),
    ...(body === undefined ? [] : [`  body: JSON.stringify(${readableJson(body, '  ')}),`]),
    ...(file === undefined ? [] : [`  body: await readFile('${file}'),`]),
  ];
  const call =
    options.length === 0 ? `fetch('${address}')` : `fetch('${address}', {\n${options.join('\n')}\n})`;
  const imports = [
    ...(file === undefined ? [] : ["import { readFile } from 'node:fs/promises';\n"]),
    ...(signed ? ["import { env } from 'node:process';\n"] : []),
  ];
  return `${imports.join('')}${imports.length > 0 ? '\n' : ''}const response = await ${call};
if (${redirects ? 'response.status === 302' : 'response.ok'}) {
  console.log(${javaScriptOutcome(request)});
} else {
  const problem = await response.json();
  console.error(response.status, problem.code, problem.errors ?? problem.detail);
}`;
}

const pythonWords = { true: 'True', false: 'False', null: 'None' };

/** JSON as a Python literal: outside strings only three words differ. */
const pythonLiteral = (value, indent) =>
  readableJson(value, indent).replace(
    /"(?:[^"\\]|\\.)*"|\b(?:true|false|null)\b/g,
    (token) => pythonWords[token] ?? token,
  );

function python({ method, address, signed, headers, body, file, hasResponseBody, redirects }) {
  const sent = headers.map(([name, value]) => `"${name}": "${value}"`);
  const modules = [
    ...(body !== undefined || hasResponseBody ? ['json'] : []),
    ...(signed ? ['os'] : []),
    'urllib.error',
    'urllib.request',
  ];
  return [
    `import ${modules.join(', ')}`,
    '',
    ...(redirects
      ? [
          'class Stay(urllib.request.HTTPRedirectHandler):',
          '    def redirect_request(self, *_):',
          '        return None',
          '',
          'urllib.request.install_opener(urllib.request.build_opener(Stay))',
        ]
      : []),
    'request = urllib.request.Request(',
    `    "${address}",`,
    ...(method === 'GET' ? [] : [`    method="${method}",`]),
    ...(sent.length === 0 ? [] : [`    headers={${sent.join(', ')}},`]),
    ...(body === undefined ? [] : [`    data=json.dumps(${pythonLiteral(body, '    ')}).encode(),`]),
    ...(file === undefined ? [] : [`    data=open("${file}", "rb").read(),`]),
    ')',
    // Unlike the other headers, it is not sent to where a redirect leads.
    ...(signed ? ['request.add_unredirected_header("API-Key", os.environ["API_KEY"])'] : []),
    'try:',
    '    with urllib.request.urlopen(request) as response:',
    `        print(response.status${hasResponseBody ? ', json.load(response)' : ''})`,
    'except urllib.error.HTTPError as error:',
    ...(redirects
      ? ['    if error.code == 302:', '        raise SystemExit(print(302, error.headers["Location"]))']
      : []),
    '    raise SystemExit(f"{error.code} {error.read().decode()}")',
  ].join('\n');
}

/** A request in every language. */
export const samplesOf = (request) => ({
  sh: curl(request),
  js: javaScript(request),
  python: python(request),
});
