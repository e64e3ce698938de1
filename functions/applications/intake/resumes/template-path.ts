/**
 * Whether a template is on the disk of the reader: with a drive, below a single slash or without a folder. A URL and
 * the name of a server are not.
 */
export const isLocalTemplate = (path: string): boolean =>
  /^(?:file:\/\/\/[^\\/%]|\/[^\\/%]|(?![a-z][a-z\d+.-]+:)[^\\/%]|$)/i.test(path.trim());
