/** A warning about a request that was carried out: a code and the affected field or parameter. */
export interface Warning {
  code: string;
  /** The JSON Pointer of the field. */
  pointer?: string;
  /** The name of the query parameter. */
  parameter?: string;
  /** What was removed from the field. */
  removed?: string;
}

const QUOTED = String.raw`"(?:[^"\\]|\\.)*"`;
const MEMBER = new RegExp(String.raw`([a-z*][\w.*-]*)((?:\s*;\s*[a-z*][\w.*-]*=${QUOTED})*)`, 'g');
const PARAMETER = new RegExp(String.raw`([a-z*][\w.*-]*)=(${QUOTED})`, 'g');

function textOf(quoted: string): string {
  const text = quoted.slice(1, -1).replace(/\\(.)/g, '$1');
  try {
    return decodeURI(text);
  } catch {
    return text;
  }
}

/** Parses the header `Job-Warning`, a list of Structured Fields (RFC 9651): tokens whose parameters are strings. */
export const warningsOf = (header: string): Warning[] =>
  [...header.matchAll(MEMBER)].map(([, code = '', parameters = '']) => ({
    code,
    ...Object.fromEntries(
      [...parameters.matchAll(PARAMETER)].map(([, name = '', quoted = '']) => [name, textOf(quoted)]),
    ),
  }));
