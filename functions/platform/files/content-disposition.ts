/** A Content-Disposition `attachment` with the name in ASCII without quotes, and in UTF-8 (RFC 6266, appendix D). */
export const contentDisposition = (fileName: string): string =>
  `attachment; filename="${fileName.replace(/[^\x20-\x7e]|["'\\%]/g, '_')}"; filename*=UTF-8''${encodeURIComponent(
    fileName,
  ).replace(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)}`;
