import { SaxesParser } from 'saxes';

/** An element of an XML document. */
export interface XmlElement {
  name: string;
  namespace: string;
  children: XmlElement[];
  /** The text of the element and of its children. */
  text: string;
}

/** Parses a document by all rules of XML 1.0 and its namespaces. Throws when it is not well-formed. */
export function parseXml(document: string): XmlElement {
  const root: XmlElement = { name: '', namespace: '', children: [], text: '' };
  const open = [root];
  const parser = new SaxesParser({ xmlns: true });
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, uri }) => {
    const element = { name, namespace: uri, children: [], text: '' };
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  const addText = (text: string) => {
    for (const element of open) element.text += text;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => open.pop());
  parser.write(document).close();
  const [first] = root.children;
  if (!first) throw new Error('The document has no element.');
  return first;
}

/** The texts of the children with this name. */
export const childTexts = (element: XmlElement, name: string): string[] =>
  element.children.filter((child) => child.name === name).map(({ text }) => text);
