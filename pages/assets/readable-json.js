/** The width of a code block on most screens, in characters. */
const WIDTH = 60;

function partsOf(value) {
  return Array.isArray(value)
    ? { open: '[', close: ']', members: value.map((entry) => ['', entry]) }
    : {
        open: '{ ',
        close: ' }',
        members: Object.entries(value).map(([key, member]) => [`${JSON.stringify(key)}: `, member]),
      };
}

const isObject = (value) => typeof value === 'object' && value !== null;

function onOneLine(value) {
  if (!isObject(value)) return JSON.stringify(value);
  const { open, close, members } = partsOf(value);
  return `${open}${members.map(([prefix, member]) => `${prefix}${onOneLine(member)}`).join(', ')}${close}`;
}

/** Formats a value as JSON. Values that fit stay on one line; later lines begin with `indent`. */
export function readableJson(value, indent = '') {
  const line = onOneLine(value);
  if (!isObject(value) || indent.length + line.length <= WIDTH) return line;
  const { open, close, members } = partsOf(value);
  const inner = `${indent}  `;
  const lines = members.map(([prefix, member]) => `${inner}${prefix}${readableJson(member, inner)}`);
  return `${open.trim()}\n${lines.join(',\n')}\n${indent}${close.trim()}`;
}
