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
  const elements = [root];
  const parser = new SaxesParser({ xmlns: true });
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, uri }) => {
    const element = { name, namespace: uri, children: [], text: '' };
    elements.at(-1)?.children.push(element);
    elements.push(element);
  });
  const addText = (text: string) => {
    for (const element of elements) element.text += text;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => elements.pop());
  parser.write(document).close();
  const [top] = root.children;
  if (!top) throw new Error('The document has no element.');
  return top;
}

/** The texts of the children with this name. */
export const childTexts = (element: XmlElement, name: string): string[] =>
  element.children.filter((child) => child.name === name).map(({ text }) => text);
