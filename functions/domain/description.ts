import type sanitizeHtml from 'sanitize-html';

/** Interface 2.6: the markup of a description, by tag, with the attributes that may stand on it. */
const allowed = new Map<string, readonly string[]>([
  ...['strong', 'b', 'em', 'i', 'br', 'p', 'div', 'ul', 'ol', 'li'].map((tag) => [tag, []] as const),
  ['a', ['href', 'target']],
]);

/** Interface 2.6: a heading keeps its weight. */
const renamed = new Map(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((heading) => [heading, 'strong']));

/** Interface 2.6: what an attribute may say. */
const permitted = new Map([
  ['href', /^(?:https?|mailto|tel):[^\s]/i],
  ['target', /^_(?:blank|self|parent|top)$/],
]);

/** What an <li> may stand in. In another <li> it would end that one, and with it whatever is open between the two. */
const itemOwners = new Set(['ul', 'ol', 'li']);

/** Tags that nest deeper are dropped: unclosed ones add up in real text, and browsers stop at 512. */
const DEEPEST = 100;

/** Nothing that nests deeper is meant as markup, and the parser's time grows with the square of the depth. */
const BOTTOMLESS = 10_000;

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

class Bottomless extends Error {}

function cleanOnce(sanitize: typeof sanitizeHtml, html: string, removed: Set<string>): string {
  /** Of every open element: the list or item that it is, or else stands in. */
  const owners: (string | undefined)[] = [];
  return sanitize(html, {
    nestingLimit: DEEPEST,
    onOpenTag: (name) => {
      owners.push(itemOwners.has(name) ? name : owners.at(-1));
      if (owners.length > BOTTOMLESS) throw new Bottomless();
      if (owners.length > DEEPEST) removed.add(`nesting deeper than ${DEEPEST}`);
    },
    onCloseTag: () => {
      owners.pop();
    },
    allowedTags: [...allowed.keys()],
    allowedAttributes: Object.fromEntries([...allowed].map(([tag, attributes]) => [tag, [...attributes]])),
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowProtocolRelative: false,
    nonTextTags: ['script', 'style', 'textarea', 'option', 'xmp', 'noscript', 'title', 'template'],
    transformTags: {
      '*': (name, attributes) => {
        const tagName = renamed.get(name) ?? name;
        const known = allowed.get(tagName);
        const attribs: Record<string, string> = {};
        if (!known) removed.add(name);
        if (name === 'li' && owners.at(-2) === 'li') {
          removed.add('li in li');
          return { tagName: 'div', attribs };
        }
        for (const [attribute, text] of known ? Object.entries(attributes) : []) {
          const value = text.trim();
          if (known?.includes(attribute) && permitted.get(attribute)?.test(value)) attribs[attribute] = value;
          else removed.add(`${name}@${attribute}`);
        }
        return { tagName, attribs };
      },
    },
    exclusiveFilter: ({ tag, attribs }) => {
      if (tag !== 'a' || attribs['href'] !== undefined) return false;
      removed.add('a without href');
      return 'excludeTag';
    },
  });
}

/**
 * A description with the allowed markup only, and the names of what was removed: tags (`script`), attributes
 * (`p@style`). Cleaning its result again changes nothing (interface 2.6).
 */
export async function cleanDescription(html: string): Promise<{ html: string; removed: string[] }> {
  // Loaded on first use: it weighs on a cold start, and many writes bring no description.
  const { default: sanitize } = await import('sanitize-html');
  const removed = new Set<string>();
  try {
    let cleaned = cleanOnce(sanitize, html, removed);
    // Without the tags that were removed, others may nest as no parser keeps them: <li> in <li>, say.
    for (let previous = html; cleaned !== previous;) {
      previous = cleaned;
      cleaned = cleanOnce(sanitize, previous, removed);
    }
    return { html: cleaned, removed: [...removed] };
  } catch (error) {
    if (!(error instanceof Bottomless)) throw error;
    const text = html.replace(/<[^<>]*>/g, '');
    return { html: escaped(text), removed: [`markup that nests deeper than ${BOTTOMLESS}`] };
  }
}

/** Whether a clean description says nothing: markup and blanks alone. */
export const isBlankDescription = (clean: string) => clean.replace(/<[^>]*>/g, '').trim() === '';
