import { FILE_NAME_MAX, resumeTypes, type ResumeType } from '../../../../schemas/application.ts';

/**
 * Characters that a file name may not contain on some system, or that are invisible, except the two joiners: Persian,
 * Hindi and emoji need them.
 */
const unsafe = /(?![\u200C\u200D])[\p{C}\p{Zl}\p{Zp}<>:"|?*\\/]/gu;

/** White space and dots at both ends. The lookbehind prevents trying a run in the middle at each of its positions. */
const fringe = /^[\s.]+|(?<![\s.])[\s.]+$/g;

/** The part of a path after its last slash or backslash. */
const lastStep = (path: string) => path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);

/** The file type of a name; undefined when no résumé may have it. */
export function resumeTypeOf(fileName: string): ResumeType | undefined {
  const [, ending = ''] = /\.([^.]+)$/.exec(fileName.trimEnd()) ?? [];
  const type = ending.toLowerCase();
  return Object.hasOwn(resumeTypes, type) ? (type as ResumeType) : undefined;
}

/**
 * Creates a file name that is safe everywhere: without folders, control characters and direction controls, in NFC, at
 * most FILE_NAME_MAX characters long, and with the extension of its type.
 */
export function cleanFileName(fileName: string, type: ResumeType): string {
  const stem = lastStep(fileName.toWellFormed().normalize('NFC'))
    .replace(/\.[^.]*$/, '')
    .replace(unsafe, ' ')
    .replace(/\s+/g, ' ')
    .replace(fringe, '');
  const most = FILE_NAME_MAX - type.length - 1;
  const shortStem = Array.from(stem).slice(0, most).join('').trimEnd();
  return `${shortStem === '' ? 'resume' : shortStem}.${type}`;
}
