import { readableJson } from './readable-json.js';

function curl({ method, address, signed, headers, body, file, form }) {
  const json = body && readableJson(body).replaceAll("'", "'\\''");
  return [
    `curl --fail-with-body${method === 'GET' ? '' : ` -X ${method}`} '${address}'`,
    ...(signed ? ['-H "API-Key: $API_KEY"'] : []),
    ...headers.map(([name, value]) => `-H '${name}: ${value}'`),
    ...(body === undefined ? [] : [`-d '${json}'`]),
    ...(file === undefined ? [] : [`--data-binary '@${file}'`]),
    ...(form?.fields ?? []).map(
      ([name, value]) => `--form-string '${name}=${value.replaceAll("'", "'\\''")}'`,
    ),
    ...(form === undefined ? [] : [`-F '${form.name}=@${form.file}'`]),
  ].join(' \\\n  ');
}

const propertyName = (name) => (/^\w+$/.test(name) ? name : `'${name}'`);

const quoted = (text) => `'${text.replace(/[\\']/g, '\\$&').replaceAll('\n', '\\n')}'`;

const javaScriptForm = ({ fields, name, file }) => [
  'const form = new FormData();',
  ...fields.map(([field, value]) => `form.append('${field}', ${quoted(value)});`),
  `form.append('${name}', new Blob([await readFile('${file}')]), '${file}');`,
  '',
];

function javaScript(request) {
  const { method, address, signed, headers, body, file, form, hasResponseBody } = request;
  const headerLines = [
    ...(signed ? ["'API-Key': env.API_KEY"] : []),
    ...headers.map(([name, value]) => `${propertyName(name)}: '${value}'`),
  ];
  const options = [
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    ...(headerLines.length === 0 ? [] : [`  headers: { ${headerLines.join(', ')} },`]),
    ...(signed ? ["  redirect: 'error',"] : []),
    ...(body === undefined ? [] : [`  body: JSON.stringify(${readableJson(body, '  ')}),`]),
    ...(file === undefined ? [] : [`  body: await readFile('${file}'),`]),
    ...(form === undefined ? [] : ['  body: form,']),
  ];
  const call =
    options.length === 0 ? `fetch('${address}')` : `fetch('${address}', {\n${options.join('\n')}\n})`;
  const imports = [
    ...((file ?? form) === undefined ? [] : ["import { readFile } from 'node:fs/promises';\n"]),
    ...(signed ? ["import { env } from 'node:process';\n"] : []),
  ];
  const made = form === undefined ? '' : `${javaScriptForm(form).join('\n')}\n`;
  return `${imports.join('')}${imports.length > 0 ? '\n' : ''}${made}const response = await ${call};
if (response.ok) {
  console.log(response.status${hasResponseBody ? ', await response.json()' : ''});
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

const pythonForm = ({ fields, name, file }) => [
  `fields = ${pythonLiteral(Object.fromEntries(fields))}`,
  'boundary = uuid.uuid4().hex',
  'part = f\'--{boundary}\\r\\nContent-Disposition: form-data; name="%s"%s\\r\\n\\r\\n\'',
  'data = "".join(part % (name, "") + f"{value}\\r\\n" for name, value in fields.items()).encode()',
  `data += (part % ("${name}", '; filename="${file}"')).encode() + open("${file}", "rb").read()`,
  'data += f"\\r\\n--{boundary}--\\r\\n".encode()',
  '',
];

function python({ method, address, signed, headers, body, file, form, hasResponseBody }) {
  const headerLines = headers.map(([name, value]) => `"${name}": "${value}"`);
  if (form) headerLines.push('"Content-Type": f"multipart/form-data; boundary={boundary}"');
  const modules = [
    ...(body !== undefined || hasResponseBody ? ['json'] : []),
    ...(signed ? ['os'] : []),
    'urllib.error',
    'urllib.request',
    ...(form === undefined ? [] : ['uuid']),
  ];
  return [
    `import ${modules.join(', ')}`,
    '',
    ...(form === undefined ? [] : pythonForm(form)),
    'request = urllib.request.Request(',
    `    "${address}",`,
    ...(method === 'GET' ? [] : [`    method="${method}",`]),
    ...(headerLines.length === 0 ? [] : [`    headers={${headerLines.join(', ')}},`]),
    ...(body === undefined ? [] : [`    data=json.dumps(${pythonLiteral(body, '    ')}).encode(),`]),
    ...(file === undefined ? [] : [`    data=open("${file}", "rb").read(),`]),
    ...(form === undefined ? [] : ['    data=data,']),
    ')',
    // Unlike other headers, this one is not sent to the target of a redirect.
    ...(signed ? ['request.add_unredirected_header("API-Key", os.environ["API_KEY"])'] : []),
    'try:',
    '    with urllib.request.urlopen(request) as response:',
    `        print(response.status${hasResponseBody ? ', json.load(response)' : ''})`,
    'except urllib.error.HTTPError as error:',
    '    raise SystemExit(f"{error.code} {error.read().decode()}")',
  ].join('\n');
}

/** A request in every language. */
export const samplesOf = (request) => ({
  sh: curl(request),
  js: javaScript(request),
  python: python(request),
});
